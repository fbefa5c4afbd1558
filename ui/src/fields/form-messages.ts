import type { SharedTexts } from '../texts/shared-en.ts';

// Deliberately loose: the server decides, and the arriving mail is the proof.
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The issue of an email address as typed; undefined when it may be sent. */
export function emailMessage(email: string, texts: SharedTexts['form']): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return texts.enterEmail;
  return EMAIL_SHAPE.test(trimmed) ? undefined : texts.emailShape;
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
  /** Messages about something without a field on the page. */
  readonly apart: readonly string[];
}

/** Sorts the server's messages (field path → messages) by where a page with these fields can show them. */
export function sortRefusal<Name extends string>(
  errors: Readonly<Record<string, readonly string[]>>,
  names: readonly Name[],
  { refused }: Pick<SharedTexts['form'], 'refused'>,
): FormRefusal<Name> {
  const beside: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const messages = errors[name];
    if (messages !== undefined)
      beside[name] = unique(messages.map((message) => refused(sentence(message)))).join(' ');
  }
  const apart = Object.entries(errors)
    .filter(([path]) => !names.some((name) => name === path))
    .flatMap(([, messages]) => messages.map((message) => refused(sentence(message))));
  return { beside, apart: unique(apart) };
}

function unique(messages: readonly string[]): string[] {
  return [...new Set(messages)];
}

/** `must contain a digit` → `Must contain a digit.` */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
