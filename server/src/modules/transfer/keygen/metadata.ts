import type { KeygenMapping } from './keygen-mapping.ts';
import type { KeygenResource } from './read-pages.ts';

type Note = (field: string, value: string) => void;

/** The custom properties from the metadata of a resource; `note` is called for each value that cannot be one. */
export function metadataProperties(
  { type, attributes = {} }: KeygenResource,
  { metadata: flags = {} }: KeygenMapping,
  note: Note,
): { readonly properties?: Record<string, object> } {
  const { public: isPublic = false, includeInToken = false } = flags;
  const entries = entriesOf(attributes['metadata']).flatMap(([name, value]): [string, object][] => {
    const typed = NAME.test(name) ? typedValue(value) : undefined;
    if (typed !== undefined) return [[name, { ...typed, public: isPublic, includeInToken }]];
    if (value !== null) note(`${type}.metadata.${name}`, JSON.stringify(value));
    return [];
  });
  return entries.length === 0 ? {} : { properties: Object.fromEntries(entries) };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The value with its type; `undefined` for lists, which custom properties do not have, and for null. */
function typedValue(value: unknown): { readonly type: string; readonly value: unknown } | undefined {
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'boolean') return { type: 'text', value: String(value) };
  if (typeof value === 'number') return { type: 'number', value };
  const entries = entriesOf(value).flatMap(([name, inner]): [string, object][] => {
    const typed = NAME.test(name) ? typedValue(inner) : undefined;
    return typed === undefined ? [] : [[name, typed]];
  });
  return entries.length === 0 || entries.length < entriesOf(value).length
    ? undefined
    : { type: 'object', value: Object.fromEntries(entries) };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
