import { type components, isProblem } from '@latchkey/sdk';
import { type BrowserStorage, browserStorage } from '@latchkey/ui/browser-storage.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { answer, api } from '../api/client.ts';

type Upload = components['schemas']['Upload'];

/** A file of this browser, as far as an upload needs it. */
export type UploadSource = Pick<File, 'name' | 'size' | 'lastModified' | 'slice'>;

/** What an upload needs of the server and the browser. */
export interface UploadTools {
  readonly prepare: (size: number) => Promise<Upload>;
  /** Undefined: the server knows it no more. */
  readonly find: (key: string) => Promise<Upload | undefined>;
  readonly complete: (key: string) => Promise<Upload>;
  /** Sends bytes to a link, and says how many have left. */
  readonly put: (url: string, bytes: Blob, options: PutOptions) => Promise<void>;
  readonly storage: BrowserStorage;
}

interface PutOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Bytes of all parts that are at the server. */
function arrivedBytes({ parts = [] }: Upload): number {
  return parts.reduce((sum, { isStored, size }) => (isStored ? sum + size : sum), 0);
}

function noteOf({ name, size, lastModified }: UploadSource): string {
  return `latchkey.dashboard.upload.${name}/${size}/${lastModified}`;
}

/** Forgets that files were uploaded: they are in a release, and the same ones again are another upload. */
export function forgetUploads(files: readonly UploadSource[], { storage } = BROWSER): void {
  for (const file of files) storage.write(noteOf(file), undefined);
}

/**
 * Uploads a file in parts and returns its key. The same file goes on where it was interrupted, even after the page was
 * closed, for as long as the server waits for it, and one that is there is not sent again until `forgetUploads`. Raises
 * what a call raises, and `ConnectionLost` when a part does not arrive.
 */
export async function uploadFile(
  file: UploadSource,
  { signal, onProgress }: PutOptions,
  tools: UploadTools = BROWSER,
): Promise<string> {
  const earlier = tools.storage.read(noteOf(file));
  const unfinished = earlier === undefined ? undefined : await tools.find(earlier);
  let upload = unfinished ?? (await tools.prepare(file.size));
  const { key } = upload;
  tools.storage.write(noteOf(file), key);
  while (upload.status === 'Waiting') {
    signal.throwIfAborted();
    const { parts = [], partSize = file.size } = upload;
    const part = parts.find(({ isStored }) => !isStored);
    if (part === undefined) {
      await tools.complete(key);
      break;
    }
    const before = arrivedBytes(upload);
    const start = (part.number - 1) * partSize;
    const report = (bytes: number) => {
      onProgress(before + bytes);
    };
    await tools.put(part.url ?? '', file.slice(start, start + part.size), { signal, onProgress: report });
    onProgress(before + part.size);
    // Links last an hour, and a large file takes longer: each part has a fresh one.
    upload = (await tools.find(key)) ?? upload;
  }
  return key;
}

const TYPE = 'application/octet-stream';

const BROWSER: UploadTools = {
  prepare: (size) => {
    const params = { query: { contentType: TYPE, size, multipart: true } };
    return answer(api.POST('/api/downloads/prepare', { params }));
  },
  find: async (key) => {
    try {
      return await answer(api.GET('/api/downloads/{key}', { params: { path: { key } } }));
    } catch (failure) {
      if (isProblem(failure, 'NotFound')) return undefined;
      throw failure;
    }
  },
  complete: (key) => answer(api.POST('/api/downloads/{key}/complete', { params: { path: { key } } })),
  put: putBytes,
  storage: browserStorage,
};

/** `fetch` does not say how much of a request has left. */
function putBytes(url: string, bytes: Blob, { signal, onProgress }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => {
      request.abort();
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      onProgress(loaded);
    });
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ConnectionLost('A part of the file did not arrive.'));
    });
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', TYPE);
    request.send(bytes);
  });
}
