import type { DashboardTexts } from '../texts/dashboard-en.ts';

type Words = DashboardTexts['issues'];

/** What the API says of a field, and what it means to whoever fills in the form. */
const RULES: readonly (readonly [RegExp, (words: Words, found: string) => string])[] = [
  [/ is required: the account sells in ([A-Z]{3})\.?$/, ({ price }, currency) => price(currency)],
  [/ is required when no (?:region|locality) is given\.?$/, ({ place }) => place],
  [/^The country(?: code)?\b.* is required\.?$/, ({ country }) => country],
  [/ must be (?:a|an ISO 3166-1 alpha-2) country code\b/, ({ country }) => country],
  [/ must be an absolute (?:http or https )?URL\b/, ({ address }) => address],
  [/ must be an email address\.?$/, ({ email }) => email],
  [/ must have 2 to 63 lower-case letters\b/, ({ id }) => id],
  [/ must not contain “([^“”]+)”, which is not a type or group of types\.?$/, ({ type }, name) => type(name)],
  [/ (?:is required|must not be (?:blank|empty))\.?$/, ({ missing }) => missing],
];

/** A sentence of the API about a field in the words of a form; undefined where the sentence says it as well. */
export function issueWords(sentence: string, words: Words): string | undefined {
  for (const [shape, say] of RULES) {
    const match = shape.exec(sentence);
    if (match !== null) return say(words, match[1] ?? '');
  }
  return undefined;
}
