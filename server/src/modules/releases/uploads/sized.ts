import { payloadTooLarge } from '../../../kernel/problem.ts';
import { wrongFile } from '../problems.ts';

/** The limits of the content's size. */
interface Sizes {
  /** bytes */
  readonly most: number;
  /** The exact number of bytes; absent: any number but zero. */
  readonly exactly?: number | undefined;
}

/**
 * The same content, chunk by chunk on demand, which ends with `PayloadTooLarge` or `InvalidInput` as soon as its size
 * is wrong.
 */
export async function* sized(content: AsyncIterable<unknown>, { most, exactly }: Sizes): AsyncGenerator {
  let size = 0;
  for await (const chunk of content) {
    size += chunk instanceof Uint8Array ? chunk.length : 0;
    if (size > (exactly ?? most)) throw exactly === undefined ? tooLarge(most) : wrongSize(exactly);
    yield chunk;
  }
  if (size === 0) throw wrongFile('must not be empty');
  if (exactly !== undefined && size !== exactly) throw wrongSize(exactly);
}

/** 413, with the limit. */
export function tooLarge(most: number): Error {
  return payloadTooLarge({ detail: `A file may have at most ${most} bytes here.` });
}

/** 400, with the announced size, in bytes. */
export function wrongSize(exactly: number): Error {
  return wrongFile(`must have ${exactly} bytes, as it was prepared`);
}
