import type { SharedTexts } from '../texts/shared-en.ts';

// Deliberately loose: the server decides, and the arriving mail is the proof.
const EMAIL_SHAPE = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/;

/** The issue of an email address as typed; undefined when it may be sent. */
export function emailMessage(email: string, texts: SharedTexts['form']): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return texts.enterEmail;
  return EMAIL_SHAPE.test(trimmed) ? undefined : texts.emailShape;
}

/** The messages of those fields that have one. */
export function messagesByField<Name extends string>(
  messages: Readonly<Partial<Record<Name, string | undefined>>>,
): Partial<Record<Name, string>> {
  const byField: Partial<Record<Name, string>> = {};
  for (const name in messages) {
    const message = messages[name];
    if (message !== undefined) byField[name] = message;
  }
  return byField;
}

export interface FormRefusal {
  /** Messages to show beside a field, in the order of the page. */
  readonly beside: Readonly<Record<string, string>>;
  /** Messages about something without a field on the page. */
  readonly apart: readonly string[];
}

/**
 * Sorts the server's messages (path → messages) by where a page with these fields can show them: those about
 * `billing.address.postCode` belong to the field `postCode`.
 */
export function sortRefusal(
  errors: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
  { refused }: Pick<SharedTexts['form'], 'refused'>,
): FormRefusal {
  const sentences = Object.entries(errors).map(([path, messages]) => ({
    name: path.slice(path.lastIndexOf('.') + 1),
    texts: messages.map((message) => refused(sentence(message))),
  }));
  const beside: Record<string, string> = {};
  for (const name of names) {
    const texts = sentences.filter((each) => each.name === name).flatMap((each) => each.texts);
    if (texts.length > 0) beside[name] = unique(texts).join(' ');
  }
  return {
    beside,
    apart: unique(sentences.filter(({ name }) => !names.includes(name)).flatMap(({ texts }) => texts)),
  };
}

function unique(messages: readonly string[]): string[] {
  return [...new Set(messages)];
}

/** `must contain a digit` → `Must contain a digit.` */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
