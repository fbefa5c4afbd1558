/** The beginning of a text, up to a number of UTF-16 units, without half a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\p{Surrogate}$/u, '');
}
