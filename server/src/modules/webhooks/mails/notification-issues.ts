import { isRecord } from '../../../kernel/json.ts';
import { isType } from '../matches.ts';

/**
 * Why the mails that settings ask for cannot be sent, as field path → predicates: types that there are not, and an
 * address that is listed twice with the same `when`.
 */
export function notificationIssues(
  settings: Readonly<Record<string, unknown>>,
  knownTypes: readonly string[],
): Record<string, string[]> {
  const entries = new Set<string>();
  const issues: Record<string, string[]> = {};
  for (const [index, notification] of listOf(settings).entries()) {
    const { email, types, when } = notification;
    const entry = `${String(when)} ${String(email).toLowerCase()}`;
    if (entries.has(entry))
      issues[`notifications[${index}].email`] = [`is already listed with ${String(when)}`];
    entries.add(entry);
    const unknown = (Array.isArray(types) ? types : []).filter(
      (pattern) => typeof pattern === 'string' && !knownTypes.some((type) => isType(type, [pattern])),
    );
    if (unknown.length > 0)
      issues[`notifications[${index}].types`] = unknown.map(
        (pattern) => `must not contain “${pattern}”, which is not a type or group of types`,
      );
  }
  return issues;
}

/** The types that there are among those which settings have mailed about. */
export function notificationTypes(
  settings: Readonly<Record<string, unknown>>,
  knownTypes: readonly string[],
): string[] {
  const patterns = listOf(settings).flatMap(({ types }) => (Array.isArray(types) ? types.map(String) : []));
  return knownTypes.filter((type) => isType(type, patterns));
}

function listOf({ notifications }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  const list: readonly unknown[] = Array.isArray(notifications) ? notifications : [];
  return list.map((one) => (isRecord(one) ? one : {}));
}
