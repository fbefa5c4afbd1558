const LONGEST_NAME = 200;

/** The beginning of a text, up to a number of UTF-16 units, without half a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\p{Surrogate}$/u, '');
}

/** A name from outside for a message: up to 200 characters, with an ellipsis if there are more. */
export function cutName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${cutText(name, LONGEST_NAME)}…`;
}

/** The text without one character at its end, however often it is there: `/=+$/` would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
