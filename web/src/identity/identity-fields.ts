import { emailMessage, messagesByField } from '../ui/form-messages.ts';

/** The fields of each form, in the order of the page. */
export const SIGN_IN_FIELDS = ['email', 'password'] as const;
export const SIGN_UP_FIELDS = ['name', 'email', 'password'] as const;
export const FORGOT_FIELDS = ['email'] as const;
export const NEW_PASSWORD_FIELDS = ['password'] as const;
export const PROOF_FIELDS = ['password'] as const;

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Messages<Name extends string> = Partial<Record<Name, string>>;

/** The requirements of a new password, in one sentence below its field. */
export const PASSWORD_HINT = 'At least 8 characters with lower case, upper case, a digit and a symbol.';

/** The rules that can be checked before the request; the server has more, e.g. common passwords. */
const PASSWORD_RULES: readonly { readonly holds: (password: string) => boolean; readonly missing: string }[] =
  [
    { holds: (password) => Array.from(password).length >= 8, missing: 'at least 8 characters' },
    { holds: (password) => /\p{Ll}/u.test(password), missing: 'a lower-case letter' },
    { holds: (password) => /\p{Lu}/u.test(password), missing: 'an upper-case letter' },
    { holds: (password) => /\p{Nd}/u.test(password), missing: 'a digit' },
    { holds: (password) => /[\p{P}\p{S}\p{Zs}]/u.test(password), missing: 'a symbol' },
  ];

/** All issues of a new password at once; undefined when it may be sent. */
export function newPasswordMessage(password: string): string | undefined {
  if (password === '') return 'Choose a password.';
  const missing = PASSWORD_RULES.filter(({ holds }) => !holds(password)).map((rule) => rule.missing);
  if (missing.length === 0) return undefined;
  return `The password still needs ${new Intl.ListFormat('en').format(missing)}.`;
}

/** The message for each field that cannot be sent as it is; all of them at once. The same for the other forms. */
export function checkSignIn({
  email,
  password,
}: Values<'email' | 'password'>): Messages<'email' | 'password'> {
  return messagesByField({
    email: emailMessage(email),
    password: password === '' ? 'Enter your password.' : undefined,
  });
}

export function checkSignUp(
  values: Values<'name' | 'email' | 'password'>,
): Messages<'name' | 'email' | 'password'> {
  return messagesByField({
    name: values.name.trim() === '' ? 'Enter your name.' : undefined,
    email: emailMessage(values.email),
    password: newPasswordMessage(values.password),
  });
}

export function checkForgot({ email }: Values<'email'>): Messages<'email'> {
  return messagesByField({ email: emailMessage(email) });
}

export function checkNewPassword({ password }: Values<'password'>): Messages<'password'> {
  return messagesByField({ password: newPasswordMessage(password) });
}

export function checkProof({ password }: Values<'password'>): Messages<'password'> {
  return messagesByField({ password: password === '' ? 'Enter your password.' : undefined });
}
