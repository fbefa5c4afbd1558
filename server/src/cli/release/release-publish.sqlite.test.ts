import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../../test/commands.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import type { Ended } from '../../../test/server-process.ts';
import { SPARKLE_SIGNATURE } from '../../../test/updates.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import { CommandError } from '../failure.ts';
import { type ClientEnvironment, coreClient } from './core-client.ts';
import { measureFile } from './local-file.ts';
import { type PublishInput, publishRelease } from './publish-release.ts';

const MEBIBYTE = 1_048_576;

let app: TestApp;
let merchant: Merchant;
let folder: string;
let baseUrl: string;
let apiKey: string;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  folder = await mkdtemp(join(tmpdir(), 'latchkey-publish-'));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  baseUrl = `http://127.0.0.1:${address.port}`;
  // Links of uploads name the public URL, which no build server here reaches.
  Object.assign(app.system.config, { publicUrl: 'https://licenses.example.invalid' });
  const key = await app.apiKey(app.demo, 'releases:read', 'releases:write');
  apiKey = key['api-key'];
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function newProduct(): Promise<string> {
  count += 1;
  return (await createProduct(app.ctx, { id: `tool-${count}`, name: 'Tool', downloadAccess: 'Everyone' })).id;
}

async function fileOf(content: Buffer | string, name = 'Tool.dmg'): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'f-')), name);
  await writeFile(path, content);
  return path;
}

/** Runs the command like a build server: with a URL and a key, and nothing else of Latchkey. */
function latchkey(environment: Record<string, string>, ...parameters: string[]): Promise<Ended> {
  const dataDir = join(folder, 'no-data');
  const settings = { LATCHKEY_URL: baseUrl, LATCHKEY_API_KEY: apiKey, LATCHKEY_DATA_DIR: dataDir };
  return runCommand({ ...settings, ...environment }, 'release', 'publish', ...parameters);
}

interface Release {
  readonly channel: string;
  readonly description: string | null;
  readonly publishedAt: string | null;
  readonly downloads: readonly {
    readonly name: string;
    readonly platform: string;
    readonly arch: string;
    readonly sha256: string;
  }[];
}
const releaseOf = (productId: string, version: string) =>
  merchant.call<Release>('GET', `/api/products/${productId}/releases/${version}`);

test('a build server publishes, extends and repeats a release with a URL and a key alone', async () => {
  const productId = await newProduct();
  const path = await fileOf('a program for Macs');
  const notes = await fileOf('Faster.', 'notes.md');
  const name = ['--product', productId, '--version', '1.3.0'];
  const mac = [...name, '--platform', 'Mac', '--arch', 'Arm64', '--notes', notes];
  const first = await latchkey({}, ...mac, '--signature', `sparkle=${SPARKLE_SIGNATURE}`, path);
  assert.deepEqual(
    [first.code, first.stdout],
    [0, `Published ${productId} 1.3.0 on stable (1 of 1 files uploaded).\n`],
  );
  assert.match(first.stderr, /100 % .* Tool\.dmg\n$/);
  assert.ok(!`${first.stdout}${first.stderr}`.includes(apiKey));
  const release = await releaseOf(productId, '1.3.0');
  assert.equal(release.description, 'Faster.');
  const again = await latchkey({}, ...mac, path);
  assert.deepEqual([again.code, again.stdout], [0, `${productId} 1.3.0 is already published.\n`]);
  assert.deepEqual(await releaseOf(productId, '1.3.0'), release, 'also the signature stays');
  const setup = await fileOf('a program for Windows', 'setup.exe');
  const windows = await latchkey({}, ...name, '--platform', 'Windows', '--json', setup);
  const outcome: { status: string; files: object[] } = JSON.parse(windows.stdout);
  assert.deepEqual(
    [outcome.status, outcome.files],
    ['published', [{ name: 'setup.exe', status: 'uploaded' }]],
  );
  const { downloads } = await releaseOf(productId, '1.3.0');
  assert.deepEqual(
    downloads.map((file) => [file.name, file.platform, file.arch]),
    [
      ['Tool.dmg', 'Mac', 'Arm64'],
      ['setup.exe', 'Windows', 'Unknown'],
    ],
  );
  assert.equal(existsSync(join(folder, 'no-data')), false, 'no data folder was opened');
});

test('a draft is published by the command without files', async () => {
  const productId = await newProduct();
  const name = ['--product', productId, '--version', '2.0.0', '--channel', 'beta'];
  const draft = await latchkey({}, ...name, '--draft', '--platform', 'Linux', await fileOf('x', 'tool.deb'));
  assert.match(draft.stdout, /as a draft \(1 of 1 files uploaded\)/);
  assert.equal((await releaseOf(productId, '2.0.0')).publishedAt, null);
  assert.match((await latchkey({}, ...name)).stdout, /^Published .* on beta/);
  assert.notEqual((await releaseOf(productId, '2.0.0')).publishedAt, null);
});

test('every exit code says who has to do something', async () => {
  const productId = await newProduct();
  const path = await fileOf('a program');
  const other = await fileOf('another program');
  const mac = ['--product', productId, '--platform', 'Mac'];
  const version = ['--version', '1.0.0'];
  assert.equal((await latchkey({}, ...mac, ...version, path)).code, 0);
  const table: readonly (readonly [number, RegExp, Record<string, string>, readonly string[]])[] = [
    [2, /LATCHKEY_API_KEY is missing/, { LATCHKEY_API_KEY: '' }, [...mac, ...version, path]],
    [2, /is not an http or https URL/, { LATCHKEY_URL: 'localhost' }, [...mac, ...version, path]],
    [2, /--version 1\.0 is not/, {}, [...mac, '--version', '1.0', path]],
    [2, /--platform is missing/, {}, ['--product', productId, ...version, path]],
    [2, /two files are named Tool\.dmg/, {}, [...mac, ...version, path, other]],
    [2, /--signature is for one file/, {}, [...mac, ...version, '--signature', 'tauri=x']],
    [
      2,
      /sparkle=… must be an Ed25519 signature/,
      {},
      [...mac, ...version, '--signature', 'sparkle=abc', path],
    ],
    [2, /is not sparkle=… or tauri=…/, {}, [...mac, ...version, '--signature', 'abc', path]],
    [2, /--channel Beta 1 must be a name of/, {}, [...mac, ...version, '--channel', 'Beta 1', path]],
    [2, /only for the channel stable/, {}, [...mac, ...version, '--channel', 'beta', '--make-current', path]],
    [2, /has no release 3\.0\.0/, {}, [...mac, '--version', '3.0.0']],
    [2, /'--product <id>'/, {}, [...version, path]],
    [1, /there is no such file/, {}, [...mac, ...version, join(folder, 'absent')]],
    [3, /\(401\)/, { LATCHKEY_API_KEY: 'lk_wrong' }, [...mac, ...version, path]],
    [3, /There is no product unknown\./, {}, ['--product', 'unknown', '--platform', 'Mac', ...version, path]],
    [3, /1\.0\.0 is published with another Tool\.dmg/, {}, [...mac, ...version, other]],
    [3, /is on the channel stable/, {}, [...mac, ...version, '--channel', 'beta', path]],
  ];
  for (const [code, message, environment, parameters] of table) {
    const ended = await latchkey(environment, ...parameters);
    assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
    assert.match(ended.stderr, message);
  }
  assert.equal((await latchkey({}, ...mac, ...version, '--replace', other)).code, 0);
});

const isText = (body: unknown): body is string => typeof body === 'string';

interface Attempt {
  readonly productId: string;
  readonly path: string;
  readonly version?: string;
  readonly facts?: PublishInput['facts'];
  readonly channel?: string;
  readonly isDraft?: boolean;
  readonly replaces?: boolean;
  readonly makesCurrent?: boolean;
}

/** The command in this process, where a test replaces the network and the clock. */
async function publishing(
  { productId, path, ...others }: Attempt,
  network: typeof fetch,
  wait?: () => Promise<never>,
) {
  const lines: string[] = [];
  const pauses: number[] = [];
  const environment: ClientEnvironment = {
    fetch: network,
    wait: wait ?? (async (milliseconds) => pauses.push(milliseconds)),
    say: (line) => lines.push(line),
  };
  const [file] = [await measureFile(path)];
  const input: PublishInput = {
    productId,
    version: '1.0.0',
    files: [file],
    facts: { platform: 'Mac' },
    isDraft: false,
    replaces: false,
    makesCurrent: false,
    ...others,
  };
  const outcome = await publishRelease(coreClient({ baseUrl, apiKey }, environment), input, () => undefined);
  return { outcome, lines, pauses, file };
}

const textOf = (url: Parameters<typeof fetch>[0]) => (url instanceof Request ? url.url : url.toString());
const isPart = (url: Parameters<typeof fetch>[0]) => /\/parts\/\d+\?/.test(textOf(url));

/** Runs the command until this many parts were sent, and ends it like a signal. */
async function cutOff(attempt: Attempt, parts: number): Promise<void> {
  let requests = 0;
  const cutting: typeof fetch = async (url, options) => {
    if (isPart(url) && (requests += 1) > parts) throw new Error('killed');
    return fetch(url, options);
  };
  await assert.rejects(
    publishing(attempt, cutting, () => Promise.reject(new Error('killed'))),
    /killed/,
  );
}

test('an upload that was cut off goes on with the parts that are missing, also when links have ended', async () => {
  const path = await fileOf(Buffer.alloc(2 * 16 * MEBIBYTE + 5, 'a large program'));
  const attempt = { productId: await newProduct(), path };
  await cutOff(attempt, 1);
  // Links of the first run have expired, the upload has not.
  app.system.clock.advance(2 * 3_600_000);
  const rest: number[] = [];
  const { outcome, file } = await publishing(attempt, (url, options) => {
    if (isPart(url)) rest.push(Number(/parts\/(\d+)/.exec(textOf(url))?.[1]));
    return fetch(url, options);
  });
  assert.deepEqual(rest, [2, 3]);
  assert.equal(outcome.status, 'published');
  assert.equal(outcome.release.downloads[0]?.sha256, file.sha256);
});

test('an upload that is over is replaced by another one', async () => {
  app.system.clock.hold('for exactly a day the same upload is found again, and stays open for as long');
  const attempt = { productId: await newProduct(), path: await fileOf('an old program') };
  await cutOff(attempt, 0);
  app.system.clock.advance(86_400_000 - 1);
  let preparations = 0;
  const { outcome } = await publishing(attempt, (url, options) => {
    if (textOf(url).includes('/prepare')) preparations += 1;
    return fetch(url, options);
  });
  assert.deepEqual([outcome.status, preparations], ['published', 2]);
});

test('temporary failures are retried after the time that the server requests, and the command gives up after a while', async () => {
  const productId = await newProduct();
  const path = await fileOf('a program that waits');
  const failures: (Response | Error)[] = [
    new Response('{}', { status: 503, headers: { 'retry-after': '7' } }),
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    new Response('too many', { status: 429 }),
    Response.json(
      { errorType: 'UploadBusy', detail: 'Busy.' },
      { status: 409, headers: { 'retry-after': '2' } },
    ),
  ];
  const { outcome, pauses, lines } = await publishing({ productId, path }, async (url, options) => {
    const failure = failures.shift();
    if (failure instanceof Error) throw failure;
    return failure ?? fetch(url, options);
  });
  assert.equal(outcome.status, 'published');
  assert.deepEqual(pauses, [7_000, 2_000, 4_000, 2_000]);
  assert.match(lines[1] ?? '', /^no answer from the server: connect ECONNREFUSED; trying again in 2 s$/);
  const waits: number[] = [];
  const away = coreClient(
    { baseUrl, apiKey },
    {
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('no route') })),
      wait: async (pause) => waits.push(pause),
      say: () => undefined,
    },
  );
  await assert.rejects(
    away.find('/api/products', isText),
    (error) =>
      error instanceof CommandError && error.exitCode === 4 && /no route; run the same/.test(error.message),
  );
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('two builds that add the same version concurrently both end with their files in it', async () => {
  const productId = await newProduct();
  const [one, two] = [await fileOf('one', 'one.dmg'), await fileOf('two', 'two.dmg')];
  let release: (() => void) | undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  let creations = 0;
  const together: typeof fetch = async (url, options) => {
    if (textOf(url).endsWith('/releases/new')) {
      creations += 1;
      if (creations === 2) release?.();
      await both;
    }
    return fetch(url, options);
  };
  await Promise.all([one, two].map((path) => publishing({ productId, path }, together)));
  const { downloads } = await releaseOf(productId, '1.0.0');
  assert.deepEqual(
    downloads.map(({ name }) => name),
    [one, two].map((path) => basename(path)),
  );
});

const refusedFor = (reason: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.exitCode === 3 && reason.test(error.message);

test('a build that finds the release of a faster one changes none of its files and no other channel', async () => {
  const [one, two] = [await fileOf('one'), await fileOf('two')];
  for (const [faster, reason] of [
    [{}, /1\.0\.0 is published with another Tool\.dmg/],
    [{ channel: 'beta' }, /is on the channel beta, not stable/],
  ] as const) {
    const productId = await newProduct();
    const late: typeof fetch = async (url, options) => {
      if (textOf(url).endsWith('/releases/new')) await publishing({ productId, path: one, ...faster }, fetch);
      return fetch(url, options);
    };
    await assert.rejects(publishing({ productId, path: two, channel: 'stable' }, late), refusedFor(reason));
    const { downloads } = await releaseOf(productId, '1.0.0');
    assert.deepEqual(
      downloads.map(({ sha256 }) => sha256),
      [(await measureFile(one)).sha256],
    );
  }
});

test('a file that another build adds after the release was read is not replaced', async () => {
  const productId = await newProduct();
  await publishing({ productId, path: await fileOf('else', 'else.dmg') }, fetch);
  const [one, two] = [await fileOf('one'), await fileOf('two')];
  let isFirst = true;
  const late: typeof fetch = async (url, options) => {
    if (isFirst && textOf(url).endsWith('/add-download')) {
      isFirst = false;
      await publishing({ productId, path: one }, fetch);
    }
    return fetch(url, options);
  };
  await assert.rejects(publishing({ productId, path: two }, late), refusedFor(/published with another Tool/));
});

test('no file of a draft is replaced by other bytes or for another processor, unless the command says so', async () => {
  const draft = {
    productId: await newProduct(),
    isDraft: true,
    facts: { platform: 'Mac', arch: 'Arm64' },
  } as const;
  const [arm, intel] = [await fileOf('for Arm'), await fileOf('for Intel')];
  const x64 = { platform: 'Mac', arch: 'X64' } as const;
  await publishing({ ...draft, path: arm }, fetch);
  for (const other of [
    { ...draft, path: intel },
    { ...draft, path: arm, facts: x64 },
  ])
    await assert.rejects(publishing(other, fetch), refusedFor(/the draft 1\.0\.0 has another Tool\.dmg/));
  const { outcome } = await publishing({ ...draft, path: arm }, fetch);
  assert.equal(outcome.status, 'unchanged');
  await publishing({ ...draft, path: intel, facts: x64, replaces: true }, fetch);
  const { downloads } = await releaseOf(draft.productId, '1.0.0');
  assert.deepEqual(
    downloads.map(({ arch }) => arch),
    ['X64'],
  );
});

test('a lower version becomes the current one only where the command says so', async () => {
  const productId = await newProduct();
  const path = await fileOf('a program');
  const publish = (options: Omit<Attempt, 'productId' | 'path'>) =>
    publishing({ productId, path, ...options }, fetch);
  const current = async () => {
    const product = await app.inject({
      url: `/api/products/${productId}`,
      headers: await app.apiKey(app.demo),
    });
    return product.json<{ currentReleaseVersion: string | null }>().currentReleaseVersion;
  };
  await publish({ version: '1.3.0' });
  // None replaces 1.3.0: a fix of an old line changes nothing for the others.
  assert.equal((await publish({ version: '1.2.7' })).outcome.status, 'published');
  await publish({ version: '1.2.9', channel: 'beta' });
  await publish({ version: '1.2.8', isDraft: true });
  assert.equal(await current(), '1.3.0');
  await publish({ version: '1.2.8', makesCurrent: true });
  assert.equal(await current(), '1.2.8');
  await publish({ version: '1.2.7', makesCurrent: true });
  assert.equal(await current(), '1.2.7');
  await publish({ version: '1.3.0', makesCurrent: true });
  assert.equal(await current(), '1.3.0');
});
