import { API_SCOPES, isGrantableScope } from './api-scopes.ts';
import { forbidden } from '../../../kernel/problem.ts';
import type { Changes } from '../../../kernel/revision.ts';
import type { ApiKey } from './api-key.ts';

/** The API key that creates, rotates or changes another one; absent: the command line, which may grant everything. */
export type Grantor = Pick<ApiKey, 'scopes' | 'expiresAt'>;

/** The scopes of a key, and its expiry. */
export interface Grant {
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * Raises `Forbidden` when a key would grant more than it has: a scope that it lacks, or a later expiry. The holder of a
 * key must not turn it into a more powerful one.
 */
export function refuseEscalation(grantor: Grantor | undefined, { scopes, expiresAt }: Grant): void {
  if (grantor === undefined) return;
  const missing = scopes.filter((scope) => !allows(grantor.scopes, scope));
  if (missing.length > 0) {
    throw forbidden({
      detail: `This API key lacks the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}, so it cannot give ${missing.length === 1 ? 'it' : 'them'} to another key.`,
    });
  }
  const { expiresAt: end } = grantor;
  if (end === null || (expiresAt !== null && expiresAt <= end)) return;
  throw forbidden({
    detail: `This API key expires at ${end.toISOString()}, so a key that it creates or changes must expire by then.`,
  });
}

/** Whether these scopes include the scope; only `*` includes `*`. */
function allows(granted: readonly string[], scope: string): boolean {
  return granted.includes('*') || granted.includes(scope);
}

interface NewKeyFields {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** Every issue of the input for a key, by field. */
export function keyIssues(
  { name, scopes, expiresAt }: Changes<NewKeyFields>,
  now: Date,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (name !== undefined && (name.trim() === '' || name.trim().length > 100))
    errors['name'] = ['must have 1 to 100 characters'];
  if (scopes?.length === 0) errors['scopes'] = ['must name at least one scope'];
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (!isGrantableScope(scope))
      errors[`scopes[${index}]`] = [
        `"${scope}" is not a scope: choose from ${API_SCOPES.join(', ')}, or * for all`,
      ];
  }
  // The comparison is also false for an invalid date.
  if (expiresAt !== undefined && expiresAt !== null && !(expiresAt > now))
    errors['expiresAt'] = ['must be in the future'];
  return errors;
}
