const TEXT = /^[\p{L}\p{N} ./_-]*$/u;

/**
 * The reasons against a prefix of numbers, in which `{year}` stands for the year. It must not end in a digit: two prefixes
 * could otherwise give the same number, as `R-1` with 6 and `R-` with 16 would.
 */
export function prefixErrors(prefix: string): string[] {
  const text = prefix.replaceAll('{year}', '2026');
  if (!TEXT.test(text) || text !== text.trim())
    return ['must have only letters, digits, {year}, spaces between them, and . / _ -'];
  return /\p{N}$/u.test(text) ? ['must not end in a digit or in {year}, because the number follows'] : [];
}
