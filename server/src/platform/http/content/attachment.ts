/**
 * A `Content-Disposition` that saves the response under this name, with any characters (RFC 6266): a plain form for old
 * clients, and the exact name in UTF-8. No name can end the header or reach another folder.
 */
export function attachment(name: string): string {
  const clean = name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_');
  const plain = clean.replaceAll(/[^\x20-\x7E]|["%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(clean)}`;
}

/** Percent-encodes all characters but those that RFC 8187 allows. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
