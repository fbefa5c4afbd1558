export const MAX_NAME_CHARACTERS = 200;

/** The issues of a person's name: messages, empty when it can be stored. Surrounding spaces do not count. */
export function checkName(name: string): string[] {
  const messages: string[] = [];
  if (isBlank(name)) messages.push('must not be empty');
  if (name.trim().length > MAX_NAME_CHARACTERS)
    messages.push(`must have at most ${MAX_NAME_CHARACTERS} characters`);
  return [...messages, ...checkLine(name)];
}

/** Control characters and line breaks. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Embeddings, overrides and isolates, which reorder the text around them. The marks for a single place, such as U+200F,
 * stay: names in Arabic and Hebrew may contain them.
 */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** The issues of a text that documents show on one line: messages. Surrounding spaces and line breaks do not count. */
export function checkLine(text: string): string[] {
  const line = text.trim();
  const messages: string[] = [];
  if (line.search(BREAKS) >= 0) messages.push('must not contain control characters');
  if (line.search(TURNS) >= 0) messages.push('must not contain characters that change the direction of text');
  return messages;
}

/** A text for documents: without what `checkLine` refuses, which earlier versions stored. */
export function toLine(text: string): string {
  return text.replaceAll(TURNS, '').replaceAll(BREAKS, ' ').trim();
}

/** Whether a name is empty: clients send the missing name of an imported customer back as an empty one. */
export function isBlank(name: string): boolean {
  return name.trim() === '';
}
