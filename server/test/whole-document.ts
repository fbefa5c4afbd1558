import { isRecord } from '../src/kernel/json.ts';

/**
 * A document without references: each is replaced by its target. Equal references share one object, so that validators
 * of a schema are compiled once.
 */
export function withoutReferences(document: unknown): unknown {
  const targets = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const { $ref: reference, ...beside } = value;
    if (typeof reference !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
    if (!targets.has(reference)) targets.set(reference, resolve(targetOf(document, reference)));
    const target = targets.get(reference);
    return Object.keys(beside).length === 0 ? target : Object.assign({}, target, beside);
  };
  return resolve(document);
}

/** The target of `#/components/…`; throws when it does not exist. */
function targetOf(document: unknown, reference: string): unknown {
  const steps = reference.split('/').slice(1);
  const target = steps.reduce<unknown>((part, step) => (isRecord(part) ? part[step] : undefined), document);
  if (target === undefined) throw new Error(`${reference} leads nowhere`);
  return target;
}
