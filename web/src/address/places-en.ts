/** How the English names begin, or end, of countries that take an article within a sentence. */
const BEGINNINGS = [
  'United ',
  'Netherlands',
  'Philippines',
  'Bahamas',
  'Maldives',
  'Seychelles',
  'Comoros',
  'Gambia',
  'Isle of Man',
  'Caribbean Netherlands',
  'Czech Republic',
  'Dominican Republic',
  'Central African Republic',
];
const ENDINGS = ['Islands', 'Territory', 'Territories'];

/** A country within a sentence: `Germany`, `the United States`. */
export function withArticle(country: string): string {
  const takesArticle =
    BEGINNINGS.some((beginning) => country.startsWith(beginning)) ||
    ENDINGS.some((ending) => country.endsWith(ending));
  return takesArticle ? `the ${country}` : country;
}
