import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { testContext } from '../../test/context.ts';
import type { Ended } from '../../test/server-process.ts';
import { type Context, createAccount, findAccount } from '../modules/accounts/index.ts';
import { findCustomerByEmail } from '../modules/customers/index.ts';
import { createLicensedProduct, type License, listLicenses } from '../modules/licensing/index.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';

const opened = new AsyncDisposableStack();
let ctx: Context;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-import-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const started = await openSystem(readConfig({ LATCHKEY_DATA_DIR: folder }), createLog('silent'));
  opened.defer(started.close);
  await createAccount(started.system, { id: 'acme', name: 'Acme', isDefault: true });
  const account = await findAccount(started.system, 'acme');
  assert.ok(account);
  ctx = testContext(started.system, account);
  await createLicensedProduct(ctx, { id: 'pro', name: 'Pro', maxActivations: 2 });
});
after(() => opened.disposeAsync());

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: folder }, 'import', ...parameters);

async function file(name: string, content: string | object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function licenses(): Promise<License[]> {
  return listLicenses(ctx, { limit: 100 });
}

test('a CSV list as spreadsheets write it comes in after a trial run, by a mapping', async () => {
  const people = await file(
    'people.csv',
    '\uFEFF"E-mail";Name;Land;"Straße";PLZ;Ort;Notiz\r\n' +
      'ada@example.com;"Lovelace; Ada";DE;"Weg ""1""";10115;Berlin;VIP\r\n' +
      'nobody;;;;;;\r\n' +
      'ada@EXAMPLE.com;;;;;;',
  );
  const map = await file('people.json', {
    fields: {
      email: 'E-mail',
      name: 'Name',
      'address.countryCode': 'Land',
      'address.streetAddress1': 'Straße',
      'address.postCode': 'PLZ',
      'address.locality': 'Ort',
    },
  });
  const parameters = ['--from', 'csv', '--kind', 'customers', '--map', map, people];
  const report = join(folder, 'report.json');
  const trial = await latchkey(...parameters, '--report', report);
  assert.equal(trial.code, 3, trial.stderr);
  assert.match(trial.stdout, /TO CREATE/);
  assert.match(trial.stdout, /customers +3 +1 +0 +1 +1\n/);
  assert.match(trial.stdout, /1 × customers: email must be an email address \(line 3\)/);
  assert.match(trial.stdout, /1 × customers: column "Notiz" \(VIP\)/);
  assert.match(trial.stdout, /dry run: nothing was stored/);
  assert.equal(JSON.parse(await readFile(report, 'utf8')).applied, false);
  assert.equal(await findCustomerByEmail(ctx, 'ada@example.com'), undefined);
  const occupied = await latchkey(...parameters, '--apply', '--report', report);
  assert.deepEqual([occupied.code, /already exists/.test(occupied.stderr)], [2, true], occupied.stderr);
  assert.equal(await findCustomerByEmail(ctx, 'ada@example.com'), undefined, 'nothing without its report');
  const done = await latchkey(...parameters, '--apply');
  assert.match(done.stdout, /customers +3 +1 +0 +1 +1\n/);
  const ada = await findCustomerByEmail(ctx, 'ada@example.com');
  assert.deepEqual([ada?.name, ada?.address?.streetAddress1], ['Lovelace; Ada', 'Weg "1"']);

  const list = await file(
    'licenses.csv',
    'Key,Owner,Edition,Seats,Ends,Machines,Offline\n' +
      'K-1,ada@example.com,Gold,3,31.12.2099,mac-1; mac-2,yes\n' +
      'K-2,ada@example.com,Gold,,,,no\n' +
      'K-3,ada@example.com,Lead,many,31.02.2099,,perhaps\n',
  );
  const licenseMap = await file('licenses.json', {
    fields: {
      externalId: 'Key',
      keyCode: 'Key',
      ownerEmail: 'Owner',
      productId: { column: 'Edition', values: { Gold: 'pro' } },
      maxNumberOfActivations: { column: 'Seats', default: 1 },
      expiresAt: { column: 'Ends', format: 'DD.MM.YYYY' },
      activations: 'Machines',
      offlineActivationsAllowed: 'Offline',
      'properties.edition': { column: 'Edition', includeInToken: true },
    },
  });
  const result = await latchkey(
    '--from',
    'csv',
    '--kind',
    'licenses',
    '--map',
    licenseMap,
    '--apply',
    '--json',
    list,
  );
  assert.equal(result.code, 3, result.stderr);
  const { kinds, refusals } = JSON.parse(result.stdout);
  assert.deepEqual([kinds[0].created, kinds[0].invalid], [2, 1]);
  assert.deepEqual(refusals.map(({ reason }: { reason: string }) => reason).toSorted(), [
    'expiresAt is "31.02.2099", which is not a date',
    'maxNumberOfActivations is "many", which is not a number',
    'offlineActivationsAllowed is "perhaps", which is neither yes nor no',
    'productId is "Lead", for which the mapping has no value',
  ]);
  const first = (await licenses()).find(({ externalId }) => externalId === 'K-1');
  assert.deepEqual(
    [first?.maxActivations, first?.activeActivations, first?.expiresAt?.toISOString(), first?.allowsOffline],
    [3, 2, '2099-12-31T00:00:00.000Z', true],
  );
  assert.deepEqual(first?.properties, {
    edition: { type: 'text', value: 'Gold', public: false, includeInToken: true },
  });
  const repeat = await latchkey(
    '--from',
    'csv',
    '--kind',
    'licenses',
    '--map',
    licenseMap,
    '--apply',
    '--json',
    list,
  );
  assert.equal(JSON.parse(repeat.stdout).kinds[0].exists, 2);
});

const ID = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const related = (type: string, last: number) => ({ data: { type, id: ID(last) } });

test('the pages of the API of Keygen are imported as customers, licenses and devices, and other data is named', async () => {
  const pages = join(folder, 'pages');
  await mkdir(pages);
  await file('pages/1-licenses.json', {
    data: [
      {
        id: ID(1),
        type: 'licenses',
        attributes: {
          key: 'C1B6DE-39A6E3',
          expiry: '2099-01-01T00:00:00.000Z',
          status: 'ACTIVE',
          maxMachines: 5,
          uses: 12,
          metadata: { plan: 'gold', limits: { projects: 3 }, tags: ['a'] },
          created: '2021-06-01T10:00:00.000Z',
        },
        relationships: { policy: related('policies', 20), owner: related('users', 30) },
      },
      {
        id: ID(2),
        type: 'licenses',
        attributes: { suspended: true },
        relationships: { user: related('users', 30) },
      },
      {
        id: ID(3),
        type: 'licenses',
        attributes: {},
        relationships: {
          user: related('users', 30),
          policy: related('policies', 21),
          product: related('products', 40),
        },
      },
      { id: ID(5), type: 'licenses', attributes: { status: 'BANNED' } },
      {
        id: ID(6),
        type: 'licenses',
        attributes: { maxMachines: null },
        relationships: { policy: related('policies', 20), owner: related('users', 30) },
      },
      { id: ID(4), type: 'licenses', attributes: {}, relationships: { policy: related('policies', 20) } },
    ],
    links: {},
  });
  await file('pages/2-users.json', {
    data: [
      {
        id: ID(30),
        type: 'users',
        attributes: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', role: 'user' },
      },
    ],
  });
  await file('pages/3-machines.json', {
    data: [
      {
        id: ID(50),
        type: 'machines',
        attributes: {
          fingerprint: 'mac-grace',
          hostname: 'mac',
          cores: 8,
          lastHeartbeat: '2024-01-01T00:00:00Z',
        },
        relationships: { license: related('licenses', 1) },
      },
    ],
  });
  await file('pages/4-entitlements.json', {
    data: [{ id: ID(60), type: 'entitlements', attributes: { code: 'X' } }],
  });
  const map = await file('keygen.json', { policies: { [ID(20)]: 'pro' } });
  const before = (await licenses()).length;
  const trial = await latchkey('--from', 'keygen', '--map', map, '--json', pages);
  assert.equal(trial.code, 3, trial.stderr);
  const report = JSON.parse(trial.stdout);
  assert.deepEqual(
    report.kinds.map(({ kind, lines, created, invalid }: Record<string, unknown>) => [
      kind,
      lines,
      created,
      invalid,
    ]),
    [
      ['customers', 1, 1, 0],
      ['licenses', 6, 1, 5],
    ],
    'the license finds the customer who would be created',
  );
  assert.deepEqual(
    report.refusals.map(({ reason, examples }: { reason: string; examples: string[] }) => [reason, examples]),
    [
      ['the license is suspended or banned in Keygen', [`licenses/${ID(2)}`, `licenses/${ID(5)}`]],
      [`the mapping has no product for the policy ${ID(21)} or the product ${ID(40)}`, [`licenses/${ID(3)}`]],
      [
        'the license has no limit of machines in Keygen: add unlimitedMachines, the number of activations, to the mapping',
        [`licenses/${ID(6)}`],
      ],
      ['the license has no user in Keygen', [`licenses/${ID(4)}`]],
    ],
  );
  assert.deepEqual(
    new Set(report.unmapped.map(({ name }: { name: string }) => name)),
    new Set([
      'customers: users.role',
      'licenses: licenses.uses',
      'licenses: licenses.metadata.tags',
      'licenses: machines.cores',
      'licenses: entitlements',
    ]),
  );
  assert.equal((await licenses()).length, before);
  const applied = await latchkey('--from', 'keygen', '--map', map, '--apply', pages);
  assert.match(applied.stdout, /licenses +6 +1 +0 +0 +5\n/);
  const license = (await licenses()).find(({ externalId }) => externalId === ID(1));
  assert.ok(license);
  assert.deepEqual(
    [
      license.customerId,
      license.keyCode,
      license.maxActivations,
      license.expiresAt?.toISOString(),
      license.createdAt.toISOString(),
    ],
    [ID(30), 'C1B6DE-39A6E3', 5, '2099-01-01T00:00:00.000Z', '2021-06-01T10:00:00.000Z'],
  );
  assert.deepEqual(Object.keys(license.properties), ['plan', 'limits']);
  const all = await file('unlimited.json', { policies: { [ID(20)]: 'pro' }, unlimitedMachines: 99 });
  const again = await latchkey('--from', 'keygen', '--map', all, '--apply', pages);
  const unlimited = (await licenses()).find(({ externalId }) => externalId === ID(6));
  assert.equal(unlimited?.maxActivations, 99);
  assert.match(again.stdout, /customers +1 +0 +0 +1 +0\n/);
});

test('a row with more or fewer cells than the header is refused by its line, and its cells never shift', async () => {
  const list = await file(
    'uneven.csv',
    'Key,Owner,Seats\nU-1,ada@example.com\nU-2,Lovelace, Ada,ada@example.com,1\n',
  );
  const map = await file('uneven.json', {
    fields: { externalId: 'Key', ownerEmail: 'Owner', productId: { value: 'pro' } },
  });
  const trial = await latchkey('--from', 'csv', '--kind', 'licenses', '--map', map, list);
  assert.equal(trial.code, 3, trial.stderr);
  assert.match(trial.stdout, /licenses +2 +0 +0 +0 +2\n/);
  assert.match(trial.stdout, /2 × licenses: row has more or fewer cells than the header.*\(line 2, line 3\)/);
});

test('words of a list such as "unlimited" and "lifetime" are mapped among numbers and dates', async () => {
  const list = await file(
    'words.csv',
    'Key,Owner,Seats,Ends\nW-1,ada@example.com,unlimited,lifetime\nW-2,ada@example.com,2,31.12.2099\nW-3,ada@example.com,all,never\n',
  );
  const map = await file('words.json', {
    fields: {
      externalId: 'Key',
      ownerEmail: 'Owner',
      productId: { value: 'pro' },
      maxNumberOfActivations: { column: 'Seats', values: { unlimited: 1_000_000 } },
      expiresAt: { column: 'Ends', format: 'DD.MM.YYYY', values: { lifetime: null } },
    },
  });
  const parameters = ['--from', 'csv', '--kind', 'licenses', '--map', map, '--apply', list];
  const { code, stdout } = await latchkey(...parameters);
  assert.equal(code, 3);
  assert.match(
    stdout,
    /^ {2}licenses, line 4: maxNumberOfActivations is "all", which is not a number; expiresAt is "never", which is not a date$/m,
  );
  assert.match(stdout, /\nStored, except for the refused entry: correct it, and run the command again\.\n$/);
  assert.doesNotMatch(stdout, /Done/);
  const words = (await licenses()).filter(({ externalId }) => externalId?.startsWith('W-') === true);
  assert.deepEqual(
    new Map(words.map((one) => [one.externalId, [one.maxActivations, one.expiresAt?.getUTCFullYear()]])),
    new Map([
      ['W-1', [1_000_000, undefined]],
      ['W-2', [2, 2099]],
    ]),
  );
});

test('every refused line is in the report, and the terminal shows the first 50', async () => {
  const list = await file('many.csv', `Email\n${'nobody\n'.repeat(60)}`);
  const map = await file('many.json', { fields: { email: 'Email' } });
  const report = join(folder, 'many-report.json');
  const parameters = ['--from', 'csv', '--kind', 'customers', '--map', map, '--report', report, list];
  const applied = await latchkey(...parameters.slice(0, -3), '--apply', list);
  assert.match(
    applied.stdout,
    /\nNothing was stored: correct the refused entries, and run the command again\.\n$/,
  );
  const { stdout } = await latchkey(...parameters);
  assert.match(
    stdout,
    /customers, line 51: email must be .*\n {2}… and 10 more: --report <file> writes them all\n/,
  );
  const { refusedEntries } = JSON.parse(await readFile(report, 'utf8'));
  assert.deepEqual([refusedEntries.length, refusedEntries.at(-1).place], [60, 'line 61']);
});

test('quotes within a cell are text, and one that never ends is named with its line', async () => {
  const map = await file('quotes.json', {
    fields: { externalId: 'Key', ownerEmail: 'Owner', keyCode: 'Code', productId: { value: 'pro' } },
  });
  const read = (list: string) => latchkey('--from', 'csv', '--kind', 'licenses', '--map', map, list);
  const good = 'Key,Owner,Code\nQ-1,ada@example.com,Acme "Pro" 1\nQ-2,ada@example.com,"Acme" 2\n';
  const trial = await read(await file('quotes.csv', good));
  assert.deepEqual([trial.code, trial.stderr], [0, '']);
  assert.match(trial.stdout, /licenses +2 +2 +0 +0 +0\n/);
  const open = await read(await file('open.csv', `${good}Q-3,ada@example.com,"Acme\n`));
  assert.equal(open.code, 1);
  assert.match(
    open.stderr,
    /^latchkey: Line 4 of the list cannot be read: Quote Not Closed.*may be stored already/,
  );
});

test('an import that cannot start is refused before anything is read, and each template is a mapping', async () => {
  const map = await file('wrong.json', { fields: { owner: 'Owner', productId: {} } });
  const list = await file('any.csv', 'a,b\n1,2\n');
  const wrong = await latchkey('--from', 'csv', '--kind', 'licenses', '--map', map, list);
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.stderr,
    /fields\.owner is not a field of licenses\n.*fields\.productId must have a column or a value/s,
  );
  const missing = await file('missing.json', { fields: { productId: 'Product' } });
  const lacks = await latchkey('--from', 'csv', '--kind', 'licenses', '--map', missing, list);
  assert.match(lacks.stderr, /It has "a", "b"\.\n {2}- Product is not a column of the list/);
  const nothing = await latchkey(list);
  assert.deepEqual([nothing.code, /what it is with --from/.test(nothing.stderr)], [2, true]);
  assert.equal((await latchkey('--from', 'excel', list)).code, 2);
  for (const kind of ['variations', 'customers', 'licenses', 'trials', 'vouchers']) {
    const template = await latchkey('--template', kind);
    const path = await file(`template-${kind}.json`, template.stdout);
    const { stderr } = await latchkey('--from', 'csv', '--kind', kind, '--map', path, list);
    assert.match(stderr, /lacks columns/, 'the mapping itself is good');
  }
});
