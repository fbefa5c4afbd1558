import { hasLooseBraces, type MailWords, placeholdersIn } from '../accounts/index.ts';

/** The most characters of each part. */
export const MOST_CHARACTERS = { subject: 150, heading: 150, text: 2_000 } as const;

/** What somebody typed, without spaces around it and with plain ends of lines; parts that are absent stay absent. */
export function tidyWords(words: Partial<MailWords>): Partial<MailWords> {
  return Object.fromEntries(
    Object.entries(words).map(([field, text]) => [field, text.replaceAll(/\r\n?/g, '\n').trim()]),
  );
}

/** Everything that is wrong with the words of a mail that has these placeholders, by part; every placeholder is named at once. */
export function wordIssues(
  words: Partial<MailWords>,
  placeholders: readonly string[],
): Record<string, string[]> {
  const issues: Record<string, string[]> = {};
  for (const [field, text] of Object.entries(words))
    issues[field] = [...shapeIssues(field, text), ...placeholderIssues(text, placeholders)];
  return issues;
}

function shapeIssues(field: string, text: string): string[] {
  if (text.trim() === '') return ['must not be blank'];
  if (field !== 'text' && /[\p{Cc}\u2028\u2029]/u.test(text)) return ['must be one line'];
  return /[^\P{Cc}\n\t]/u.test(text) ? ['must not contain control characters'] : [];
}

function placeholderIssues(text: string, placeholders: readonly string[]): string[] {
  const unknown = placeholdersIn(text).filter((name) => !placeholders.includes(name));
  const list = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');
  return [
    ...(unknown.length === 0
      ? []
      : [`must not contain ${list(unknown)}: this mail has ${list(placeholders)}`]),
    ...(hasLooseBraces(text) ? ['must not contain {{ or }} but around a placeholder, such as {{shop}}'] : []),
  ];
}
