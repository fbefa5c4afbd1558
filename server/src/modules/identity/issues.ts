import { checkPassword } from '../../kernel/password-rules.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { checkAddress, checkEmail } from '../customers/index.ts';
import { checkName, isBlank } from './domain/profile.ts';

/** Messages by field path. */
export type Issues = Record<string, string[]>;

/**
 * Every issue of a sign-up (customer API, sign-up). It may be one that no schema has looked at: only fields of the
 * right type are judged.
 */
export function signUpIssues(input: unknown): Issues {
  return {
    ...profileIssues(input),
    ...textIssues(input, 'password', checkPassword),
  };
}

/** Every issue of the changes of an identity. A blank name changes nothing, so nothing is wrong with it. */
export function updateIssues(input: unknown): Issues {
  return {
    ...profileIssues(input),
    ...textIssues(input, 'name', (name) => (isBlank(name) ? [] : checkName(name))),
  };
}

/** Every rule that the new password of a set-password breaks. */
export function setPasswordIssues(input: unknown): Issues {
  return textIssues(input, 'newPassword', checkPassword);
}

/** Every rule that the new password of a reset-password, being the whole body, breaks. */
export function resetPasswordIssues(password: unknown): Issues {
  return typeof password === 'string' ? { body: checkPassword(password) } : {};
}

/** Every issue of the parts of a profile that are given, as for a sign-up. */
export function profileIssues(input: unknown): Issues {
  const address = fieldOf(input, 'address');
  return {
    ...textIssues(input, 'name', checkName),
    ...textIssues(input, 'email', checkEmail),
    ...(isObject(address) && checkAddress(address)),
  };
}

/** Leaves out fields that have no messages, and raises 400 naming every issue when any has. */
export function refuseIssues(issues: Issues): void {
  const failures = Object.entries(issues).filter(([, messages]) => messages.length > 0);
  if (failures.length > 0) throw invalidInput({ errors: Object.fromEntries(failures) });
}

/** What a check says about one field, when it is text. */
export function textIssues(input: unknown, field: string, check: (text: string) => string[]): Issues {
  const value = fieldOf(input, field);
  return typeof value === 'string' ? { [field]: check(value) } : {};
}

function fieldOf(input: unknown, field: string): unknown {
  return isObject(input) && Object.hasOwn(input, field) ? input[field] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
