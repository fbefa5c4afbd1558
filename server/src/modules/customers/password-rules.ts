import { once } from '../../kernel/once.ts';

/** The minimum length of a password, in Unicode characters. */
const MIN_PASSWORD_CHARACTERS = 8;

/** The maximum length of a password, in Unicode characters. */
const MAX_PASSWORD_CHARACTERS = 128;

/**
 * The issues of a new password: one message per failed rule, empty when it may be used (wire contract section 2).
 * Common passwords are refused in any mix of upper and lower case.
 */
export async function checkPassword(password: string): Promise<string[]> {
  const commonPasswords = await loadCommonPasswords();
  const broken = rules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
  return commonPasswords.has(password.toLowerCase()) ? [...broken, 'must not be a common password'] : broken;
}

/**
 * The common passwords, lower case. The contract requires the 3,000 most common; none of those has all required kinds
 * of characters, so the whole list is used, which also contains passwords like "P@ssw0rd". Loaded with the first new
 * password, because it takes 6 MB.
 */
const loadCommonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

const rules: readonly { holds: (password: string) => boolean; message: string }[] = [
  {
    holds: (password) => countCharacters(password) >= MIN_PASSWORD_CHARACTERS,
    message: `must have at least ${MIN_PASSWORD_CHARACTERS} characters`,
  },
  {
    holds: (password) => countCharacters(password) <= MAX_PASSWORD_CHARACTERS,
    message: `must have at most ${MAX_PASSWORD_CHARACTERS} characters`,
  },
  { holds: (password) => /\p{Ll}/u.test(password), message: 'must contain a lower-case letter' },
  { holds: (password) => /\p{Lu}/u.test(password), message: 'must contain an upper-case letter' },
  { holds: (password) => /\p{Nd}/u.test(password), message: 'must contain a digit' },
  { holds: (password) => /[\p{P}\p{S}\p{Zs}]/u.test(password), message: 'must contain a symbol' },
];

function countCharacters(text: string): number {
  return Array.from(text).length;
}
