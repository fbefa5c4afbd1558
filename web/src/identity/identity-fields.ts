import type { FormTexts } from './identity-texts.ts';
import { emailMessage, messagesByField } from '@latchkey/ui/fields/form-messages.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Messages<Name extends string> = Partial<Record<Name, string>>;

/** The texts of the page's language. */
type FieldTexts = Pick<FormTexts, 'identity' | 'form'>;

/** The rules that can be checked before the request; the server has more, e.g. common passwords. */
const PASSWORD_RULES: readonly {
  readonly holds: (password: string) => boolean;
  readonly name: keyof FormTexts['identity']['rules'];
}[] = [
  { holds: (password) => Array.from(password).length >= 8, name: 'length' },
  { holds: (password) => /\p{Ll}/u.test(password), name: 'lower' },
  { holds: (password) => /\p{Lu}/u.test(password), name: 'upper' },
  { holds: (password) => /\p{Nd}/u.test(password), name: 'digit' },
  { holds: (password) => /[\p{P}\p{S}\p{Zs}]/u.test(password), name: 'symbol' },
];

/** All issues of a new password together; undefined when it may be sent. */
export function newPasswordMessage(password: string, { identity }: FieldTexts): string | undefined {
  if (password === '') return identity.choosePassword;
  const missing = PASSWORD_RULES.filter(({ holds }) => !holds(password)).map(
    ({ name }) => identity.rules[name],
  );
  if (missing.length === 0) return undefined;
  return identity.passwordNeeds(identity.list.format(missing));
}

/** The message for each field that cannot be sent as entered; all of them together. The same for the other forms. */
export function checkSignIn(
  { email, password }: Values<'email' | 'password'>,
  texts: FieldTexts,
): Messages<'email' | 'password'> {
  return messagesByField({
    email: emailMessage(email, texts.form),
    password: password === '' ? texts.identity.enterPassword : undefined,
  });
}

export function checkSignUp(
  values: Values<'name' | 'email' | 'password'>,
  texts: FieldTexts,
): Messages<'name' | 'email' | 'password'> {
  return messagesByField({
    name: values.name.trim() === '' ? texts.form.enterName : undefined,
    email: emailMessage(values.email, texts.form),
    password: newPasswordMessage(values.password, texts),
  });
}

export function checkForgot({ email }: Values<'email'>, texts: FieldTexts): Messages<'email'> {
  return messagesByField({ email: emailMessage(email, texts.form) });
}

export function checkNewPassword({ password }: Values<'password'>, texts: FieldTexts): Messages<'password'> {
  return messagesByField({ password: newPasswordMessage(password, texts) });
}

export function checkProof({ password }: Values<'password'>, { identity }: FieldTexts): Messages<'password'> {
  return messagesByField({ password: password === '' ? identity.enterPassword : undefined });
}
