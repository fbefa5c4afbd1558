/** A row of a list: its cells, and the number of the line of the file on which it begins, counted from 1. */
export interface ListRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The most frequent separator in the first row of a text, outside of quotes. */
export function delimiterOf(start: string): string {
  const header = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads the rows of a list as its text arrives, in pieces of any size: cells may stand in quotes and then hold the
 * separator, line breaks and doubled quotes. Empty lines are left out. A quote in the middle of a cell is text.
 */
export function createRowReader(delimiter: string) {
  let cells: string[] = [];
  let cell = '';
  let place: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  let line = 1;
  let firstLine = 1;
  let isAfterReturn = false;
  let rows: ListRow[] = [];
  const endCell = () => {
    cells.push(cell);
    cell = '';
    place = 'start';
  };
  const endRow = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells });
    cells = [];
    line += 1;
    firstLine = line;
  };
  const read = (character: string) => {
    const isBreak = character === '\n' || character === '\r';
    if (place === 'quoted') {
      if (character === '"') place = 'quote';
      else cell += character;
      if (character === '\n') line += 1;
    } else if (place === 'quote' && character === '"') {
      cell += '"';
      place = 'quoted';
    } else if (character === delimiter) endCell();
    else if (isBreak) endRow();
    else if (place === 'quote') {
      // The quote before this was text.
      cell += `"${character}`;
      place = 'quoted';
    } else if (place === 'start' && character === '"') place = 'quoted';
    else {
      cell += character;
      place = 'plain';
    }
  };
  const flush = (): readonly ListRow[] => {
    const complete = rows;
    rows = [];
    return complete;
  };
  return {
    /** The rows that this piece of the text completes. */
    push(text: string): readonly ListRow[] {
      for (const character of text) {
        const isSecondHalf = isAfterReturn && character === '\n';
        isAfterReturn = character === '\r' && place !== 'quoted';
        if (!isSecondHalf) read(character);
      }
      return flush();
    },
    /** The last row, if no line break follows it. */
    finish(): readonly ListRow[] {
      if (cells.length > 0 || cell !== '') endRow();
      return flush();
    },
  };
}
