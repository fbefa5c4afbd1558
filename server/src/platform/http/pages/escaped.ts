const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A text as HTML shows it, between tags and inside the double quotes of an attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
