import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';
import type { Database } from '../platform/database/database.ts';
import type { JournalTables } from '../platform/journal/tables.ts';
import { openLocation } from '../../test/open-location.ts';
import type { JobTables } from '../platform/jobs/tables.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-cli-'));
  await latchkey('migrate');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);

async function json<Answer>(...parameters: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await latchkey(...parameters, '--json');
  assert.equal(code, 0, stderr);
  const answer: Answer = JSON.parse(stdout);
  return answer;
}

test('accounts are made and listed, for people and for programs', async () => {
  const none = await latchkey('account', 'list');
  assert.match(none.stdout, /no accounts yet/);
  const result = await latchkey(
    'account',
    'create',
    'acme',
    '--name',
    'Acme Audio',
    '--currency',
    'USD',
    'EUR',
  );
  assert.equal(result.code, 0, result.stderr);
  assert.match(
    result.stdout,
    /^Created account acme \(Acme Audio\), reached at http:\/\/localhost:4242, the default account\./,
  );
  const second = await json('account', 'create', 'beta', '--name', 'Beta', '--domain', 'keys.beta.example');
  assert.deepEqual(second, {
    id: 'beta',
    name: 'Beta',
    isDefault: false,
    domains: ['keys.beta.example'],
    url: 'http://keys.beta.example:4242',
  });
  const list = await json<{ id: string }[]>('account', 'list');
  assert.deepEqual(
    list.map(({ id }) => id),
    ['acme', 'beta'],
  );
  const unreached = await latchkey('account', 'create', 'gamma', '--name', 'Gamma');
  assert.match(
    unreached.stdout,
    /but no host leads to it yet: http:\/\/localhost:4242 is the default account/,
  );
  assert.match(unreached.stdout, /LATCHKEY_PLATFORM_DOMAIN/);
  const table = (await latchkey('account', 'list')).stdout.trimEnd().split('\n');
  assert.match(table[0] ?? '', /^ID +NAME +DEFAULT +URL +CREATED$/);
  assert.match(table[1] ?? '', /^acme +Acme Audio +yes +http:\/\/localhost:4242 +\d{4}-/);
  assert.match(table[3] ?? '', /^gamma +Gamma +no +- +\d{4}-/);
  assert.equal(table.length, 4);
});

test('the audit log is verified, and an event that was altered is named', async () => {
  const location = join(dataDir, 'latchkey.db');
  const database = await openLocation(location);
  try {
    await database.transaction((tx) =>
      tx
        .tables<JournalTables>()
        .updateTable('journalEvents')
        .set({ data: { name: 'Evil Audio' } })
        .where('accountId', '=', 'acme')
        .execute(),
    );
  } finally {
    await database.close();
  }
  const { code, stdout, stderr } = await latchkey('audit', 'verify');
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^acme: the event [\da-f-]{36} was altered\nbeta: intact; 1 events are not in the chain yet/,
  );
  assert.match(stderr, /the audit log was changed: acme/);
});

test('an API key is printed once, listed without its secret, changed, rotated and revoked', async () => {
  const { code, stdout, stderr } = await latchkey(
    'api-key',
    'create',
    '--name',
    'shop',
    '--scope',
    'licenses:read',
  );
  assert.equal(code, 0);
  assert.match(stdout, /^lk_[\w-]{43}\n$/, 'nothing but the key on stdout, for scripts');
  assert.match(stderr, /Created API key "shop" .* of account acme/);
  const other = await json<{ expiresAt: string }>(
    'api-key',
    'create',
    '--account',
    'beta',
    '--name',
    'b',
    '--scope',
    '*',
    '--expires',
    '2999-01-31',
  );
  assert.equal(other.expiresAt, '2999-01-31T00:00:00.000Z');
  const list = await latchkey('api-key', 'list');
  assert.match(list.stdout, /^ID +NAME +PREFIX +STATUS +SCOPES/);
  assert.equal(list.stdout.includes(stdout.trim()), false);
  const [key] = await json<{ id: string; name: string; scopes: string[]; revokedAt: null }[]>(
    'api-key',
    'list',
  );
  assert.ok(key);
  assert.deepEqual([key.name, key.scopes, key.revokedAt], ['shop', ['licenses:read'], null]);
  const changed = await latchkey('api-key', 'update', key.id, '--name', 'store', '--expires', '2999-01-31');
  assert.match(changed.stdout, /^API key "store" .* expires at 2999-01-31/);
  const perpetual = await latchkey('api-key', 'update', key.id, '--name', 'shop', '--expires', 'never');
  assert.match(perpetual.stdout, / never expires\.\n$/);
  const rotated = await latchkey('api-key', 'rotate', key.id, '--overlap-hours', '0');
  assert.match(rotated.stdout, /^lk_[\w-]{43}\n$/);
  assert.notEqual(rotated.stdout, stdout);
  assert.notEqual((await latchkey('api-key', 'rotate', key.id, '--overlap-hours', '1e3')).code, 0);
  assert.equal((await latchkey('api-key', 'revoke', key.id, '--account', 'beta')).code, 1);
  const revoked = await latchkey('api-key', 'revoke', key.id);
  assert.match(revoked.stdout, /^API key "shop" .* was revoked at \d{4}-/);
  assert.match((await latchkey('api-key', 'list')).stdout, / revoked /);
});

test('failures are reported without a stack, with exit code 1', async () => {
  const conflict = await latchkey('account', 'create', 'acme', '--name', 'Again');
  assert.deepEqual([conflict.code, conflict.stdout], [1, '']);
  assert.equal(
    conflict.stderr,
    'latchkey: Another account of this instance has this id. Choose another id.\n',
  );
  const wrong = await latchkey('account', 'create', 'Not a slug', '--name', ' ', '--origin', 'shop.example');
  assert.equal(wrong.code, 1);
  for (const field of ['id', 'name', 'settings.origins[0]'])
    assert.ok(wrong.stderr.includes(`\n  - ${field} `), field);
  const unknown = await latchkey('api-key', 'list', '--account', 'nobody');
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /no account "nobody": "latchkey account list"/);
  for (const { stderr } of [conflict, wrong, unknown]) assert.doesNotMatch(stderr, /\n\s+at /);
});

test('commands work where a server would be refused, because they accept no connections; the demo shop is not created there', async () => {
  const reachable = {
    LATCHKEY_DATA_DIR: dataDir,
    HOST: '0.0.0.0',
    LATCHKEY_PUBLIC_URL: 'https://shop.example.com',
  };
  for (const command of [
    ['account', 'list'],
    ['account', 'domains', 'list', 'acme'],
    ['api-key', 'list'],
    ['job', 'list'],
    ['migrate'],
  ]) {
    const { code, stderr } = await runCommand(reachable, ...command);
    assert.deepEqual([code, stderr], [0, ''], command.join(' '));
  }
  const demo = await runCommand(reachable, 'demo');
  assert.equal(demo.code, 1);
  assert.match(
    demo.stderr,
    /Demo data is not created in production, or if other machines can reach the server/,
  );
  const server = await runCommand({ ...reachable, PORT: '0' }, 'serve');
  assert.equal(server.code, 2);
  assert.match(server.stderr, /NODE_ENV must be "production" if other machines can reach the server/);
});

test('wrong usage ends with exit code 2 and a hint', async () => {
  const unknown = await latchkey('frobnicate');
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /unknown command 'frobnicate'[\s\S]*--help/);
  const missing = await latchkey('api-key', 'create', '--name', 'x');
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /required option '--scope <scope...>' not specified/);
  const scope = await latchkey('api-key', 'create', '--name', 'x', '--scope', 'licenses:fly');
  assert.match(scope.stderr, /"licenses:fly" is not a scope: choose from .*licenses:read, licenses:write/);
  const time = await latchkey('api-key', 'create', '--name', 'x', '--scope', '*', '--expires', 'tomorrow');
  assert.equal(time.code, 2);
  assert.match(time.stderr, /2030-01-31/);
  const config = await runCommand(
    { LATCHKEY_DATA_DIR: dataDir, PORT: 'many', LOG_LEVEL: 'loud' },
    'account',
    'list',
  );
  assert.equal(config.code, 2);
  assert.match(config.stderr, /PORT must be .*\n.*LOG_LEVEL must be/);
});

test('every command explains itself', async () => {
  const commands = [
    ['serve'],
    ['migrate'],
    ['demo'],
    ['account', 'create'],
    ['account', 'list'],
    ['account', 'rename'],
    ['account', 'domains', 'add'],
    ['account', 'domains', 'remove'],
    ['account', 'domains', 'list'],
    ['account', 'set-default'],
    ['account', 'delete'],
    ['api-key', 'create'],
    ['api-key', 'list'],
    ['api-key', 'revoke'],
    ['access-key', 'rotate'],
    ['job', 'list'],
    ['job', 'retry'],
    ['job', 'discard'],
  ];
  const answers = await Promise.all([[], ...commands].map((command) => latchkey(...command, '--help')));
  for (const { code, stdout } of answers) {
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: latchkey /);
  }
  assert.match(answers[0]?.stdout ?? '', /LATCHKEY_SECRET/);
  assert.match((await latchkey('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('the key for access tokens is rotated, for people and for programs', async () => {
  const first = await latchkey('access-key', 'rotate', '--account', 'acme');
  assert.equal(first.code, 0, first.stderr);
  const [, kid = ''] = /signed with the key ([\w-]{43})\./.exec(first.stdout) ?? [];
  assert.match(first.stdout, /stay valid until they expire/);
  const second = await json<Record<string, unknown>>(
    'access-key',
    'rotate',
    '--account',
    'acme',
    '--drop-old',
  );
  assert.deepEqual(
    { account: second['account'], retiredKid: second['retiredKid'], dropsOld: second['dropsOld'] },
    { account: 'acme', retiredKid: kid, dropsOld: true },
  );
  assert.notEqual(second['kid'], kid);
  const unknown = await latchkey('access-key', 'rotate', '--account', 'nobody');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /no account "nobody"/);
});

test('jobs that were given up are listed, tried again and forgotten', async () => {
  assert.match((await latchkey('job', 'list')).stdout, /^No job has failed permanently\.\n$/);
  const [hopeless, unlucky] = [
    '0198a000-0000-7000-8000-000000000001',
    '0198a000-0000-7000-8000-000000000002',
  ];
  await giveUp(hopeless, 'acme');
  await giveUp(unlucky, null);
  const table = (await latchkey('job', 'list')).stdout.trimEnd().split('\n');
  assert.match(table[0] ?? '', /^ID +ACCOUNT +KIND +ATTEMPTS +GIVEN UP +LAST ERROR$/);
  assert.match(table[1] ?? '', /^0198a000-\S+ +acme +mail\.send +12 +2026-\S+ +connection refused$/);
  assert.equal(table.length, 3);
  const ofAcme = await json<{ id: string; payload: object }[]>('job', 'list', '--account', 'acme');
  assert.deepEqual(
    ofAcme.map(({ id, payload }) => [id, payload]),
    [[hopeless, { mailId: 'm1' }]],
  );
  assert.equal((await json<object[]>('job', 'list', '--after', hopeless)).length, 1);
  assert.equal((await latchkey('job', 'discard', hopeless)).stdout, `Job ${hopeless} was discarded.\n`);
  assert.deepEqual(await json('job', 'retry', unlucky), { id: unlucky, outcome: 'retried' });
  assert.deepEqual(await json('job', 'list'), []);
  assert.deepEqual(await storedJobs(), [{ id: unlucky, status: 'Waiting', attempts: 0 }]);
  const result = await latchkey('job', 'retry', hopeless);
  assert.deepEqual([result.code, result.stdout], [1, '']);
  assert.match(result.stderr, /"latchkey job list" lists the failed jobs\n$/);
});

async function giveUp(id: string, accountId: string | null): Promise<void> {
  const at = new Date('2026-03-01T12:00:00.000Z');
  const dead = { status: 'Dead', runAt: at, attempts: 12, lastError: 'connection\n refused', createdAt: at };
  const row = { id, accountId, kind: 'mail.send', payload: { mailId: 'm1' }, ...dead };
  await withDatabase((database) =>
    database.transaction((tx) => tx.tables<DeadJobTables>().insertInto('jobs').values(row).execute()),
  );
}

interface DeadJobTables {
  jobs: Record<string, unknown>;
}

function storedJobs(): Promise<{ id: string; status: string; attempts: number }[]> {
  return withDatabase(({ reader }) =>
    reader.tables<JobTables>().selectFrom('jobs').select(['id', 'status', 'attempts']).execute(),
  );
}

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const location = join(dataDir, 'latchkey.db');
  const database = await openLocation(location);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
