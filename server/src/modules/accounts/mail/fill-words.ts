import type { MailWords, PlaceholderValues } from './mail-template.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names in the placeholders of a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name.trim()))];
}

/** Whether a text has braces that are not those of a placeholder. */
export function hasLooseBraces(text: string): boolean {
  return /\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, ''));
}

/** The words with every placeholder replaced; undefined if one has no value, or if nothing is left of a word. */
export function fillWords(
  words: Partial<MailWords>,
  values: Partial<PlaceholderValues>,
): Partial<MailWords> | undefined {
  const valuesByName = new Map<string, string>(Object.entries(values));
  const filled = Object.entries(words).map(([field, text]) => [field, fillText(text, valuesByName)] as const);
  return filled.some(([, text]) => text === undefined || text.trim() === '')
    ? undefined
    : Object.fromEntries(filled);
}

/** Values are not searched for placeholders: a name may contain braces. */
function fillText(text: string, values: ReadonlyMap<string, string>): string | undefined {
  if (placeholdersIn(text).some((name) => !values.has(name))) return undefined;
  return text.replaceAll(PLACEHOLDER, (_, name: string) => values.get(name.trim()) ?? '');
}
