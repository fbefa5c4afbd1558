import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Target } from '../target.ts';
import { type Bench, medianBy, ROUNDS } from './figure.ts';

const MEGABYTES = 256;
const CONTENT_TYPE = 'application/octet-stream';

const Prepared = Type.Object({ key: Type.String(), url: Type.String() });
const Release = Type.Object({ downloads: Type.Array(Type.Object({ directUrl: Type.String() })) });

/**
 * A large file, uploaded and downloaded, compared with writing and reading the same bytes on the disk without a server.
 * The server also computes a SHA-256, and the generator takes CPU time from it.
 */
export const files: Bench = async (arena) => {
  const [token = ''] = arena.seeded.tokens;
  const target = await arena.start();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-disk-'));
  try {
    const chunk = randomBytes(1 << 20);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = join(folder, 'file');
      const diskWrite = await timed(() => writeFile(file, chunk));
      const diskRead = await timed(() => drain(createReadStream(file, { highWaterMark: 1 << 20 })));
      const prepared = await prepare(target, arena.seeded.apiKey);
      const uploading = await timed(() => upload(prepared.url, chunk));
      const url = await publish(target, arena.seeded, { ...prepared, patch: round });
      rounds.push({ diskWrite, diskRead, uploading, downloading: await timed(() => download(url, token)) });
    }
    return [
      besideDisk(
        `upload of ${MEGABYTES} MB, with its SHA-256`,
        rounds.map(({ uploading, diskWrite }) => ({ seconds: uploading, disk: diskWrite })),
      ),
      besideDisk(
        `download of ${MEGABYTES} MB`,
        rounds.map(({ downloading, diskRead }) => ({ seconds: downloading, disk: diskRead })),
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await target.stop();
  }
};

function besideDisk(what: string, rounds: readonly { readonly seconds: number; readonly disk: number }[]) {
  const { seconds, disk } = medianBy(rounds, (round) => round.disk / round.seconds);
  return {
    what,
    measured: `${Math.round(MEGABYTES / seconds)} MB/s`,
    limit: `${Math.round(MEGABYTES / disk)} MB/s without a server: ${(disk / seconds).toFixed(2)}`,
  };
}

/** Seconds. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1_000;
}

/** Durable, like an upload. */
async function writeFile(path: string, chunk: Buffer): Promise<void> {
  const handle = await open(path, 'w');
  try {
    for (let index = 0; index < MEGABYTES; index += 1) await handle.write(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function drain(source: Readable): Promise<void> {
  for await (const _ of source);
}

async function prepare({ url }: Target, apiKey: string) {
  const answer = await fetch(`${url}/api/downloads/prepare?contentType=${encodeURIComponent(CONTENT_TYPE)}`, {
    method: 'POST',
    headers: { 'api-key': apiKey },
  });
  return Value.Parse(Prepared, await jsonOf(answer));
}

function upload(url: string, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = MEGABYTES * chunk.length;
    const sending = request(url, {
      method: 'PUT',
      headers: { 'content-type': CONTENT_TYPE, 'content-length': length },
    });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      text(answer).then(
        (body) => (answer.statusCode === 200 ? resolve() : reject(new Error(`the upload got ${body}`))),
        reject,
      );
    });
    let rest = MEGABYTES;
    const send = (): void => {
      while (rest > 0) {
        rest -= 1;
        if (!sending.write(chunk)) {
          sending.once('drain', send);
          return;
        }
      }
      sending.end();
    };
    send();
  });
}

async function publish(
  { url }: Target,
  { productId, apiKey }: { readonly productId: string; readonly apiKey: string },
  { key, patch }: { readonly key: string; readonly patch: number },
): Promise<string> {
  const answer = await fetch(`${url}/api/products/${productId}/releases/new?publishImmediately=true`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: { major: 1, minor: 0, patch },
      downloads: [{ name: `bench-${patch}.bin`, key, platform: 'Universal' }],
    }),
  });
  const [file] = Value.Parse(Release, await jsonOf(answer)).downloads;
  if (file === undefined) throw new Error('the release has no file');
  return file.directUrl;
}

async function download(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `LicenseToken ${token}` } });
  if (!answer.ok || answer.body === null) throw new Error(`the download got ${answer.status}`);
  let bytes = 0;
  await answer.body.pipeTo(
    new WritableStream<Uint8Array>({
      write: (chunk) => {
        bytes += chunk.length;
      },
    }),
  );
  if (bytes !== MEGABYTES << 20) throw new Error(`the download has ${bytes} bytes`);
}

async function jsonOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`the server answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
