/** The beginnings of a cell that a spreadsheet takes for a formula. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * One line of a CSV file (RFC 4180), with its end. Null and undefined are empty, and objects are JSON. A text that a
 * spreadsheet could run as a formula gets an apostrophe before it, so the first apostrophe of such a cell is not part
 * of the value: it precedes every text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, and one that
 * already begins with apostrophes and one of these. Numbers stay as they are.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quoted(FORMULA.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
