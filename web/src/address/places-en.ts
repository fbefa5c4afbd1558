/** The countries whose English names take an article within a sentence. */
const ARTICLE =
  /^(United |Netherlands|Philippines|Bahamas|Maldives|Seychelles|Comoros|Gambia|Isle of Man|Caribbean Netherlands|\w+ Republic|Central African Republic)|(Islands|Territor(y|ies))$/;

/** A country within a sentence: `Germany`, `the United States`. */
export function withArticle(country: string): string {
  return ARTICLE.test(country) ? `the ${country}` : country;
}
