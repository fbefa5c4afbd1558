/** A line of a text that arrived in pieces. */
export interface TextLine {
  /** From 1 on. */
  readonly line: number;
  /** Without its line ending; absent when the line is too long, or not UTF-8. */
  readonly text?: string;
  readonly issue?: string;
}

const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 10;
const EMPTY = new Uint8Array(0);

/** Splits a stream of UTF-8 bytes into lines. It never buffers more than one line, of at most `MAX_LINE_BYTES`. */
export function createLineSplitter(maxBytes: number = MAX_LINE_BYTES) {
  let line = 0;
  /** The beginning of the line, copied: chunks are not retained, however small they are. */
  let start = EMPTY;
  let bytes = 0;

  const keep = (part: Uint8Array): void => {
    const length = bytes + part.length;
    if (length > maxBytes) start = EMPTY;
    else if (part.length > 0) {
      if (length > start.length)
        start = enlarged(start, Math.min(maxBytes, Math.max(length, 2 * start.length)));
      start.set(part, bytes);
    }
    bytes = length;
  };
  const end = (last: Uint8Array): TextLine | undefined => {
    line += 1;
    const isWhole = bytes === 0;
    if (isWhole) bytes = last.length;
    else keep(last);
    const content = isWhole ? last : start.subarray(0, bytes);
    const result = bytes > maxBytes ? tooLong(line, maxBytes) : lineOf(line, content);
    start = EMPTY;
    bytes = 0;
    // A line without content does not count.
    return result.text === '' ? undefined : result;
  };

  return {
    /** The lines that end in the next bytes. */
    *push(chunk: Uint8Array): Generator<TextLine> {
      let from = 0;
      for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
        const last = chunk.subarray(from, to);
        from = to + 1;
        const ended = end(last);
        if (ended !== undefined) yield ended;
      }
      keep(chunk.subarray(from));
    },
    /** The last line, if it has no line ending. */
    finish: (): TextLine | undefined => (bytes === 0 ? undefined : end(EMPTY)),
  };
}

function tooLong(line: number, maxBytes: number): TextLine {
  return { line, issue: `must have at most ${maxBytes} bytes` };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function lineOf(line: number, content: Uint8Array): TextLine {
  try {
    const text = decoder.decode(content);
    return { line, text: (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim() };
  } catch {
    return { line, issue: 'must be UTF-8' };
  }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(bytes);
  return copy;
}
