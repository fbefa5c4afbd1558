/** A line of a text that came in pieces. */
export interface TextLine {
  /** From 1 on. */
  readonly line: number;
  /** Without its line ending; absent when the line is too long, or not UTF-8. */
  readonly text?: string;
  readonly issue?: string;
}

export const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 10;

/** Splits a stream of UTF-8 bytes into lines. It never buffers more than one line, of at most `MAX_LINE_BYTES`. */
export function createLineSplitter(maxBytes: number = MAX_LINE_BYTES) {
  let line = 0;
  let parts: Uint8Array[] = [];
  let bytes = 0;

  const keep = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const end = (): TextLine | undefined => {
    line += 1;
    const result = bytes > maxBytes ? tooLong(line, maxBytes) : lineOf(line, parts, bytes);
    parts = [];
    bytes = 0;
    // A line without content does not count.
    return result.text === '' ? undefined : result;
  };

  return {
    /** The lines that end in the next bytes. */
    *push(chunk: Uint8Array): Generator<TextLine> {
      let from = 0;
      for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
        keep(chunk.subarray(from, to));
        from = to + 1;
        const ended = end();
        if (ended !== undefined) yield ended;
      }
      // A copy: the rest of a chunk that a line outlives is let go of.
      keep(from === 0 ? chunk : chunk.slice(from));
    },
    /** The last line, if it has no line ending. */
    finish: (): TextLine | undefined => (bytes === 0 ? undefined : end()),
  };
}

function tooLong(line: number, maxBytes: number): TextLine {
  return { line, issue: `must have at most ${maxBytes} bytes` };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function lineOf(line: number, parts: readonly Uint8Array[], bytes: number): TextLine {
  try {
    const text = decoder.decode(joined(parts, bytes));
    return { line, text: (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim() };
  } catch {
    return { line, issue: 'must be UTF-8' };
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
