import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { deleteAccount } from '../../account-deletion.ts';
import { buildApp } from '../../app.ts';
import { makeDemo } from '../../cli/demo/make-demo.ts';
import { openStorage } from '../../open-system.ts';
import { type PassphraseKeys, passphraseKeys } from '../../platform/crypto/passphrase.ts';
import { openVault } from '../../platform/crypto/vault.ts';
import { accountTables, countRowsOf } from '../../platform/database/account-tables.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { type AnyRow, rowsOf } from '../../platform/database/table-rows.ts';
import { tableShape } from '../../platform/database/table-shape.ts';
import { chainEvents } from '../../platform/journal/chain-events.ts';
import { purgeEvents } from '../../platform/journal/purge-events.ts';
import { verifyJournal } from '../../platform/journal/verify-journal.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { findAccount, updateSettings } from '../accounts/index.ts';
import { createProduct, storeLogo } from '../catalog/index.ts';
import { activeSigningKey } from '../signing-keys/index.ts';
import { testContext } from '../../../test/context.ts';
import { addDemoPrices } from '../../../test/demo-prices.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { aCoupon, enterCoupon } from '../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { givePictures } from '../../../test/pictures.ts';
import { checkOut } from '../../../test/shop.ts';
import { openLocation } from '../../../test/open-location.ts';
import { exportAccount, importAccount, openExport } from './index.ts';
import { type Manifest, readManifest, withSeal } from './manifest.ts';
import { MOVED_TABLES } from './moved-tables.ts';
import { readTable, writeTable } from './table-files.ts';

const PASSPHRASE = 'correct horse battery staple';
const FOLDERS = ['documents', 'icons', 'images', 'logos', 'uploads'];

let app: TestApp;
let folder: string;
/** An instance with another secret, always on SQLite, whatever the engine of the first one. */
let target: System;
let demo: Awaited<ReturnType<typeof makeDemo>>['demo'];
let licenseToken: string;
let logoFile: string;

before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-moves-'));
  const database = await openLocation(join(folder, 'target.db'));
  await database.migrate();
  const storage = await openStorage({ ...app.system.config, dataDir: join(folder, 'target') });
  target = {
    ...app.system,
    database,
    storage,
    vault: openVault('the secret of another instance, of no value'),
  };
  await chainEvents(app.system);
  // The chain begins after events that retention has removed.
  const muchLater = { now: () => new Date(app.system.clock.now().getTime() + 400 * 86_400_000) };
  assert.ok((await purgeEvents({ ...app.system, clock: muchLater }, 365)) > 0);
  ({ demo } = await makeDemo(app.system));
  licenseToken = await useShop();
  await chainEvents(app.system);
  await exportAccount(app.ctx, { folder: join(folder, 'first'), passphrase: PASSPHRASE, copiesFiles: true });
});
after(async () => {
  target.storage.close();
  await target.database.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** An activation, a trial, a cart, a redeemed voucher and an icon, in addition to the content of the demo shop. */
async function useShop(): Promise<string> {
  await addDemoPrices(app.ctx);
  const headers = { authorization: `Bearer ${await signIn(app.app)}` };
  const device = () => ({ deviceName: 'Studio \u2028 "one"', deviceSignature: randomUUID() });
  const lineItem = { type: 'Product', productId: 'demo-app', variationId: 'demo-app-perpetual', quantity: 1 };
  const [token] = [
    await app.inject({
      method: 'POST',
      url: '/api/client/licenses/demo-app/request',
      payload: device(),
      headers,
    }),
    await app.inject({ method: 'POST', url: '/api/client/trials/demo-app/request', payload: device() }),
    await app.inject({
      method: 'PATCH',
      url: `/api/customer/orders/${randomUUID()}`,
      payload: { items: [lineItem], offerId: 'cart-tenth' },
      headers,
    }),
    await app.inject({
      method: 'POST',
      url: `/api/customer/vouchers/redeem?code=${demo.voucherCodes[0]}`,
      headers,
    }),
  ].map((response) => {
    assert.equal(response.statusCode, 200, response.body);
    return response.body;
  });
  const cart = await checkOut(app, [lineItem], headers);
  await enterCoupon(app, cart.orderId, await aCoupon(app.ctx, { id: 'moves' }), headers);
  await app.inject({ method: 'POST', url: cart.pay, payload: { name: 'Ann', email: 'ann@example.com' } });
  const receipt = await app.inject({ url: `${cart.show}/receipt.pdf` });
  assert.equal(receipt.statusCode, 200, receipt.body);
  await givePictures(app.ctx, 'demo-app');
  const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  logoFile = await storeLogo(app.ctx, logo);
  await updateSettings(app.ctx, { logoFile });
  // Several pages of every size.
  await provisionLicenses(app.ctx, {
    customer: { email: demo.customer.email },
    requests: [
      { productId: 'demo-synth', quantity: 501 },
      { productId: 'demo-synth', quantity: 501 },
    ],
  });
  return token ?? '';
}

async function signIn(server: App): Promise<string> {
  const response = await server.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(demo.customer.email)}`,
    headers: { host: 'demo.latchkey.test', 'content-type': 'text/plain' },
    payload: demo.customer.password,
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ accessToken: string }>().accessToken;
}

/** All rows of the account, except those of the journal, in which a move is an event. */
async function rowsByTable(db: Reader): Promise<Record<string, AnyRow[]>> {
  const tables = MOVED_TABLES.filter((table) => !table.startsWith('journal_'));
  const result: Record<string, AnyRow[]> = {};
  for (const table of tables)
    result[table] = (await Array.fromAsync(rowsOf(db, await tableShape(db, table), 'demo'))).flat();
  return result;
}

/** Events without their seals, without those of moves and without the downloads with which the test compares lists. */
async function journalOf(db: Reader): Promise<{ readonly events: AnyRow[]; readonly moves: unknown[] }> {
  const pages = await Array.fromAsync(rowsOf(db, await tableShape(db, 'journal_events'), 'demo'));
  const rows = pages.flat().map((row): AnyRow => ({ ...row, seal: undefined }));
  const isMove = ({ type }: AnyRow) => type === 'account.exported' || type === 'account.imported';
  const events = rows.filter((row) => !isMove(row) && row['type'] !== 'list.exported');
  return { events, moves: rows.filter(isMove).map(({ type }) => type) };
}

async function importInto(system: System, name: string, rowsAtOnce?: number) {
  const options = {
    folder: join(folder, name),
    passphrase: PASSPHRASE,
    acceptsMissingFiles: false,
    ...(rowsAtOnce && { rowsAtOnce }),
  };
  return importAccount(system, await openExport(system, options), options);
}

/** The account's responses: lists, keys, codes, files. */
async function answersOf(server: App): Promise<Record<string, string>> {
  const headers = { host: 'demo.latchkey.test', 'api-key': demo.apiKey };
  const batches = server.inject({ url: '/api/vouchers/batches', headers });
  const [batch] = (await batches).json<{ items: { id: string }[] }>().items;
  const urls = [
    ...server.routeTable.flatMap(({ config }) =>
      config?.exportedAs === undefined || config.exportedAs === 'audit' || config.exportedAs.includes('/:')
        ? []
        : [`/api/export/${config.exportedAs}`],
    ),
    `/api/vouchers/batches/${batch?.id}/codes`,
    '/api/coupons/moves/codes',
    '/api/coupons/moves/uses',
    '/api/products/demo-app/releases',
    '/api/analytics/usage?from=2026-03-01&to=2026-03-02',
    '/api/settings/license-keys',
    '/.well-known/jwks.json',
    '/api/customer/storefront',
    `/api/public/logos/${logoFile}`,
  ];
  const answers: Record<string, string> = {};
  for (const url of urls) {
    const response = await server.inject({ url, headers });
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
    answers[url] = response.body;
  }
  return answers;
}

const keysOfExports: Record<string, Promise<PassphraseKeys>> = {};
/** Derives the keys of a passphrase once: it takes longer than all else of an import that is refused. */
const deriveKeys: typeof passphraseKeys = (passphrase, salt) =>
  (keysOfExports[`${passphrase} ${salt}`] ??= passphraseKeys(passphrase, salt));

/** A modified copy of the first export, sealed again by somebody who has the passphrase. */
async function changedExport(name: string, table: string, change: (row: AnyRow) => AnyRow): Promise<string> {
  const copy = join(folder, name);
  await cp(join(folder, 'first'), copy, { recursive: true });
  const manifest = await readManifest(copy, target.database.schema);
  const rows = (await Array.fromAsync(readTable(copy, entryOf(manifest, table)))).flat();
  await rm(join(copy, `${table}.ndjson`));
  const pages = Readable.from([rows.map(change)]);
  const entry = await writeTable(copy, table, pages, () => undefined);
  const contents = manifest.contents.map((other) => (other.table === table ? entry : other));
  const keys = await deriveKeys(PASSPHRASE, manifest.keys?.salt ?? '');
  await writeManifest(name, withSeal({ ...manifest, contents }, keys));
  return copy;
}

function entryOf({ contents }: Manifest, table: string) {
  return contents.find((entry) => entry.table === table) ?? assert.fail(table);
}

function writeManifest(name: string, manifest: object): Promise<void> {
  return writeFile(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
}

async function nothingIsThere(system: System): Promise<void> {
  const { reader } = system.database;
  for (const table of await accountTables(reader))
    assert.equal(await countRowsOf(reader, table, 'demo'), 0, table);
  assert.equal(await findAccount(system, 'demo'), undefined);
  for (const kind of FOLDERS) assert.deepEqual(await system.storage.list(kind), []);
}

test('an export that was changed, or is of another version, is refused before anything is written', async () => {
  const whole = await readManifest(join(folder, 'first'), target.database.schema);
  await cp(join(folder, 'first'), join(folder, 'changed'), { recursive: true });
  const refused = async (expected: RegExp, passphrase = PASSPHRASE) =>
    assert.rejects(openExport(target, { folder: join(folder, 'changed'), passphrase, deriveKeys }), expected);
  await refused(/passphrase is wrong/, 'correct horse battery stable');
  await writeManifest('changed', { ...whole, account: { ...whole.account, name: 'Mallory' } });
  await refused(/or the manifest of the export was changed/);
  await writeManifest('changed', { ...whole, formatVersion: 2 });
  await refused(/has format 2, and this version of Latchkey reads up to 1: install a newer one/);
  await writeManifest('changed', { ...whole, schema: '0001-accounts' });
  await refused(/was made with the schema 0001-accounts, and this version of Latchkey has /);
  await writeManifest('changed', whole);
  const customers = join(folder, 'changed', 'customers.ndjson');
  await writeFile(customers, (await readFile(customers, 'utf8')).replace('ada@demo', 'eve@demo'));
  await refused(/customers\.ndjson of the export is damaged, or was changed/);
  await rm(customers);
  await refused(/customers\.ndjson of the export cannot be read/);
  await rm(join(folder, 'changed', 'manifest.json'));
  await refused(/not the folder of a complete export/);
  await nothingIsThere(target);
});

test('an import that fails leaves no row and no file, whatever it was about to write', async () => {
  const foreign = await changedExport('foreign', 'licenses', (row) => ({ ...row, accountId: 'other' }));
  const orphan = await changedExport('orphan', 'licenses', (row) => ({ ...row, customerId: randomUUID() }));
  const column = await changedExport('column', 'products', (row) => ({ ...row, isAdmin: true }));
  for (const [place, expected] of [
    [foreign, /belongs to another account/],
    [orphan, /FOREIGN KEY|foreign key/],
    [column, /does not have the columns of this version/],
  ] as const) {
    const checked = await openExport(target, { folder: place, passphrase: PASSPHRASE, deriveKeys });
    await assert.rejects(importAccount(target, checked, { acceptsMissingFiles: false }), expected);
    await nothingIsThere(target);
  }
  const place = join(folder, 'fileless');
  await cp(join(folder, 'first'), place, { recursive: true });
  const fileless = await openExport(target, { folder: place, passphrase: PASSPHRASE, deriveKeys });
  const icons = join(place, 'files', 'icons');
  const whole = await readdir(icons);
  await writeFile(join(icons, whole.at(-1) ?? ''), 'another picture');
  await assert.rejects(
    importAccount(target, fileless, { acceptsMissingFiles: false }),
    /of the export is damaged, or was changed/,
  );
  await nothingIsThere(target);
  await rm(join(place, 'files'), { recursive: true });
  await assert.rejects(
    importAccount(target, fileless, { acceptsMissingFiles: false }),
    /files are neither in the export nor in the storage/,
  );
  await nothingIsThere(target);
});

test('an account that is there is not replaced, and a folder that is there not overwritten', async () => {
  await assert.rejects(importInto(app.system, 'first'), { errorType: 'AccountExists' });
  const again = exportAccount(app.ctx, { folder: join(folder, 'first'), copiesFiles: false });
  await assert.rejects(again, /already exists: choose another folder/);
});

test('nothing secret can be read in an export, and without keys it holds no secret at all', async () => {
  const place = join(folder, 'readable');
  await exportAccount(app.ctx, { folder: place, copiesFiles: false });
  const textOf = async (name: string) => {
    const names = (await readdir(join(folder, name))).filter((file) => file.endsWith('json'));
    return (await Promise.all(names.map((file) => readFile(join(folder, name, file), 'utf8')))).join('');
  };
  const { privateKey } = await activeSigningKey(app.ctx, 'License');
  const secretPart = String(privateKey.export({ format: 'jwk' }).d);
  for (const name of ['first', 'readable']) {
    const text = await textOf(name);
    assert.ok(text.includes('ada@demo.example'));
    for (const secret of [secretPart, demo.apiKey, demo.customer.password, app.demo.dataKey, 'PRIVATE KEY'])
      assert.ok(!text.includes(secret), name);
    for (const code of demo.voucherCodes) assert.ok(!text.includes(code), name);
    assert.equal(text.includes('Sealed'), name === 'first');
  }
  await assert.rejects(
    openExport(target, { folder: place, passphrase: PASSPHRASE }),
    /has no keys, so it can be read but not imported/,
  );
});

test('an account moves to an instance on another engine, with another secret, and back: nothing is different', async () => {
  const before = await rowsByTable(app.system.database.reader);
  const filledTables = Object.values(before).filter((rows) => rows.length > 0).length;
  assert.ok(filledTables >= 18, `${filledTables} tables have rows`);
  assert.ok((before['licenses']?.length ?? 0) > 1000);
  const { events } = await journalOf(app.system.database.reader);
  assert.ok(events.length >= 20, `${events.length} events`);
  const original = await answersOf(app.app);
  const report = await importInto(target, 'first');
  assert.deepEqual([report.accountId, report.isDefault, report.missingFiles], ['demo', true, 0]);
  assert.ok(report.files >= 3, `${report.files} files`);
  assert.deepEqual(await rowsByTable(target.database.reader), before);
  const [receipt] = await target.storage.list('documents');
  assert.deepEqual(await app.system.storage.list('documents'), [receipt]);

  const server = await buildApp(target);
  try {
    for (const [url, answer] of Object.entries(await answersOf(server)))
      assert.deepEqual(dataOf(answer), dataOf(original[url] ?? ''), url);
    await signIn(server);
    const validated = await server.inject({
      method: 'POST',
      url: '/api/client/licenses/demo-app/validate',
      headers: { host: 'demo.latchkey.test', 'content-type': 'text/plain' },
      payload: licenseToken,
    });
    assert.equal(validated.statusCode, 200, validated.body);
  } finally {
    await server.close();
  }
  await checkJournal(target, events);

  const account = (await findAccount(target, 'demo')) ?? assert.fail();
  const moved = await rowsByTable(target.database.reader);
  await exportAccount(testContext(target, account), {
    folder: join(folder, 'second'),
    passphrase: PASSPHRASE,
    copiesFiles: true,
    rowsAtOnce: 7,
  });
  // The default account can be deleted if it is the last one.
  await deleteAccount(testContext(app.system, app.other));
  await deleteAccount(app.ctx);
  await importInto(app.system, 'second', 6);
  assert.deepEqual(await rowsByTable(app.system.database.reader), moved);
  await checkJournal(app.system, events);
});

/** JSON, or lines of JSON, or a picture: engines keep the members of objects in different orders. */
function dataOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.includes('PNG')) return text;
    return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
  }
}

/** The journal is intact, has all of its events, and names its origin. */
async function checkJournal(system: System, events: readonly AnyRow[]): Promise<void> {
  await chainEvents(system);
  const { tampering, waiting } = await verifyJournal(system, 'demo');
  assert.deepEqual([tampering, waiting], [undefined, 0]);
  const after = await journalOf(system.database.reader);
  assert.deepEqual(after.events, events);
  assert.ok(after.moves.includes('account.imported'));
}

test('an export is of one moment: what is committed while it runs is not in it', async () => {
  const { database } = app.system;
  const later: Database = {
    ...database,
    snapshot: (work) =>
      database.snapshot(async (reader) => {
        const before = await countRowsOf(reader, 'products', 'demo');
        await createProduct(app.ctx, { id: 'late', name: 'Late' });
        assert.equal(await countRowsOf(reader, 'products', 'demo'), before);
        return work(reader);
      }),
  };
  const place = join(folder, 'moment');
  await exportAccount({ ...app.ctx, database: later }, { folder: place, copiesFiles: false });
  for (const file of ['products.ndjson', 'journal_events.ndjson'])
    assert.doesNotMatch(await readFile(join(place, file), 'utf8'), /"(product\/)?late"/);
});
