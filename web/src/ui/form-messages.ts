// Deliberately loose: the server decides, and the mail that arrives is the proof.
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The issue of an email address as typed; undefined when it may be sent. */
export function emailMessage(email: string): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return 'Enter your email address.';
  return EMAIL_SHAPE.test(trimmed) ? undefined : 'Enter an email address like name@example.com.';
}

/** The messages of those fields that have one. */
export function messagesByField<Name extends string>(
  messages: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const byField: Partial<Record<Name, string>> = {};
  for (const name in messages) {
    const message = messages[name];
    if (message !== undefined) byField[name] = message;
  }
  return byField;
}

export interface FormRefusal<Name extends string> {
  /** Messages to show beside a field. */
  readonly beside: Partial<Record<Name, string>>;
  /** Messages about something that has no field on the page. */
  readonly apart: readonly string[];
}

/** Sorts the server's messages (field path → messages) by where a page with these fields can show them. */
export function sortRefusal<Name extends string>(
  errors: Readonly<Record<string, readonly string[]>>,
  names: readonly Name[],
): FormRefusal<Name> {
  const beside: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const messages = errors[name];
    if (messages !== undefined) beside[name] = messages.map(sentence).join(' ');
  }
  const apart = Object.entries(errors)
    .filter(([path]) => !names.some((name) => name === path))
    .flatMap(([, messages]) => messages.map(sentence));
  return { beside, apart };
}

/** `must contain a digit` → `Must contain a digit.` */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
