/** Whether this is a language tag in its usual spelling (BCP 47), such as `de` or `en-GB`. */
export function isLocale(tag: string): boolean {
  return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag);
}
