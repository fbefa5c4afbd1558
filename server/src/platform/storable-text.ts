/** The issue of a text that no database column can store. */
export const UNSTORABLE_TEXT = 'must not contain the character NUL or half of a surrogate pair';

/** Whether a database column can hold the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether a JSON text may contain a value that cannot be stored: without such an escape there is nothing to check. */
export function mayHoldUnstorable(json: string): boolean {
  return /\\u(?:0000|d[89a-f])/i.test(json);
}

/** Checks every name and text of a value without recursion, however deep it is. */
export function isStorableValue(root: unknown): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !isStorable(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const entry of Object.entries(value)) waiting.push(...entry);
  }
  return true;
}
