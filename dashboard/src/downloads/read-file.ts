import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { openStream } from '../api/client.ts';

/** So much is held in memory at most before the browser may put it on its disk. */
const BATCH_BYTES = 4 * 1024 * 1024;

interface FileReading {
  readonly signal: AbortSignal;
  /** Takes the number of bytes that have arrived so far. */
  readonly onProgress: (bytes: number) => void;
  /** Asks for the file. (`openStream`) */
  readonly open?: (path: string, signal: AbortSignal) => Promise<Response>;
}

/**
 * Reads a file of the API to its end, however large. Raises `Refusal`, `ConnectionLost` when it breaks off, and the reason
 * of the signal.
 */
export async function readFile(
  path: string,
  { signal, onProgress, open = (each) => openStream(each, {}, signal) }: FileReading,
): Promise<{ readonly name: string; readonly content: Blob }> {
  const unlessLost = async <Value>(step: Promise<Value>): Promise<Value> => {
    try {
      return await step;
    } catch (cause) {
      signal.throwIfAborted();
      throw new ConnectionLost('The file broke off.', { cause });
    }
  };
  const response = await unlessLost(open(path, signal));
  if (!response.ok) throw new Refusal(response, await response.json().catch(() => undefined));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'list.csv', content: await unlessLost(contentOf(response, onProgress)) };
}

async function contentOf({ body, headers }: Response, onProgress: FileReading['onProgress']): Promise<Blob> {
  const type = headers.get('content-type') ?? '';
  let content = new Blob([], { type });
  let batch: BlobPart[] = [];
  let batchBytes = 0;
  for await (const part of partsOf(body)) {
    batch.push(part);
    batchBytes += part.byteLength;
    onProgress(content.size + batchBytes);
    if (batchBytes < BATCH_BYTES) continue;
    content = new Blob([content, ...batch], { type });
    batch = [];
    batchBytes = 0;
  }
  return new Blob([content, ...batch], { type });
}

async function* partsOf(body: Response['body']): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return;
    yield part.value;
  }
}
