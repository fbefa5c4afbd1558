/**
 * The places where a spreadsheet could start a formula: at the start of a text, and where a spreadsheet that separates
 * cells by semicolons or tabs would start a cell in the middle of it. The CSV files of the Core API guard the same places.
 */
const FORMULAS =
  /^(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])|(?<=[;\t\r\n])(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A table as a file that spreadsheets read: an apostrophe stands before whatever one would take for a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULAS, "'");
  return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
