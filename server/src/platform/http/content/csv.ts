import { stringify } from 'csv-stringify/sync';

/**
 * The places where a spreadsheet could start a formula: at the start of a text, and where a spreadsheet that separates
 * cells by semicolons or tabs would start a cell in the middle of it. The apostrophe goes there.
 */
const FORMULAS =
  /^(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])|(?<=[;\t\r\n])(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * One line of a CSV file (RFC 4180), with its end. Null and undefined are empty, objects are JSON, and every text is
 * quoted. No text runs as a formula in a spreadsheet: an apostrophe is inserted at the start of a text before `=`, `+`,
 * `-`, `@`, a full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before
 * `=`, `+`, `-`, `@` or a full-width form; apostrophes and quotation marks may stand between. So one apostrophe at each
 * such place is not part of the value. Numbers stay as they are.
 */
export function csvLine(cells: readonly unknown[]): string {
  return stringify([cells.map(guardedCell)], {
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}

function guardedCell(value: unknown): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' ? text.replaceAll(FORMULAS, "'") : text;
}
