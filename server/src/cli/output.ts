/** A column of a printed list: its heading, and the text of one entry. */
type Column<Entry> = readonly [heading: string, text: (entry: Entry) => string];

/** Prints a list as aligned columns. */
export function printTable<Entry>(entries: readonly Entry[], columns: readonly Column<Entry>[]): void {
  const rows = [
    columns.map(([heading]) => heading),
    ...entries.map((entry) => columns.map(([, text]) => text(entry))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Prints a value as indented JSON, for programs. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

/** A time in printed form; a dash for none. */
export function printedTime(time: Date | null): string {
  return time === null ? '-' : time.toISOString();
}
