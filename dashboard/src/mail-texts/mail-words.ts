/** The parts of a mail that a vendor may word, in the order of the form. */
export const PARTS = ['subject', 'heading', 'text'] as const;
export type Part = (typeof PARTS)[number];

/** What is in the form. */
export type WordValues = Readonly<Record<Part, string>>;
/** What differs from the standard. */
export type Words = Readonly<Partial<Record<Part, string>>>;

/** The longest that each part may be. */
export const MOST_CHARACTERS: Readonly<Record<Part, number>> = { subject: 150, heading: 150, text: 2_000 };

/** The words that are the vendor's own: a part that is blank, or as in the standard, is the standard one. */
export function wordsOf(values: WordValues, standard: WordValues): Words {
  const own = PARTS.map((part) => [part, values[part].trim()] as const).filter(
    ([part, text]) => text !== '' && text !== standard[part].trim(),
  );
  return Object.fromEntries(own);
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** What stands between braces in a text and is no placeholder of the mail; braces alone stand for themselves. */
export function strangersIn(text: string, placeholders: readonly string[]): readonly string[] {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([whole, name = '']) => ({
    whole,
    name: name.trim(),
  }));
  const unknown = names.filter(({ name }) => !placeholders.includes(name)).map(({ whole }) => whole);
  const loose = text.replaceAll(PLACEHOLDER, '').match(/\{\{|\}\}/g) ?? [];
  return [...new Set([...unknown, ...loose])];
}

/** A text with something in place of what is selected in it. */
export function withInsertion(
  text: string,
  insertion: string,
  [start, end]: readonly [number, number],
): string {
  return text.slice(0, start) + insertion + text.slice(end);
}

/** The words of a mail as fields. */
export function valuesOf({ subject, heading, text }: WordValues): WordValues {
  return { subject, heading, text };
}

/** Whether two forms say the same. */
export function isSame(one: WordValues, other: WordValues): boolean {
  return PARTS.every((part) => one[part] === other[part]);
}
