/** The first letters of the first two words of a name: they stand where there is no logo. */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/, 2)
    .map((word) => Array.from(word).slice(0, 1).join(''));
  return letters.join('').toUpperCase();
}
