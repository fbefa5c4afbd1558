/** The beginning of a text, at most so many UTF-16 units, without half a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\p{Surrogate}$/u, '');
}
