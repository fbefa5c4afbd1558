import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';
import { Problem } from '../../kernel/problem.ts';
import { readConfig } from '../../platform/config.ts';
import {
  type Account,
  accountByHost,
  accountUrl,
  createAccount,
  findAccount,
  hasAccounts,
  listAccounts,
  updateSettings,
} from './index.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

const hostOf = async (host: string): Promise<string | undefined> =>
  (await accountByHost(opened.system, host))?.id;

function refusal(errorType: string, errors?: readonly string[]) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.errorType, errorType);
    if (errors !== undefined) assert.deepEqual(Object.keys(error.errors ?? {}).toSorted(), errors);
    return true;
  };
}

test('an instance without accounts answers no host', async () => {
  assert.equal(await hasAccounts(opened.system), false);
  assert.equal(await hostOf('latchkey.test'), undefined);
});

test('the first account is the default one, later ones are not', async () => {
  const first = await createAccount(opened.system, { id: 'first', name: '  First Vendor ' });
  const second = await createAccount(opened.system, {
    id: 'second',
    name: 'Second Vendor',
    domains: ['Shop.Second.example', 'alias.second.example'],
  });
  assert.deepEqual([first.isDefault, second.isDefault], [true, false]);
  assert.equal(first.name, 'First Vendor');
  assert.deepEqual(await findAccount(opened.system, 'second'), second);
  assert.deepEqual(
    (await listAccounts(opened.system)).map(({ id }) => id),
    ['first', 'second'],
  );
  assert.equal(await hasAccounts(opened.system), true);
});

test('a host names an account by custom domain, then by platform subdomain, then by default', async () => {
  assert.equal(await hostOf('shop.second.example'), 'second');
  assert.equal(await hostOf('SHOP.second.example.:8443'), 'second');
  assert.equal(await hostOf('alias.second.example'), 'second');
  assert.equal(await hostOf('second.latchkey.test:4242'), 'second');
  assert.equal(await hostOf('first.latchkey.test'), 'first');
  for (const host of ['latchkey.test', 'localhost:4242', '127.0.0.1', '[::1]:4242', '', 'second.example']) {
    assert.equal(await hostOf(host), 'first', host);
  }
});

test('a host under the platform domain that names no account leads nowhere', async () => {
  for (const host of ['third.latchkey.test', 'www.second.latchkey.test', '.latchkey.test']) {
    assert.equal(await hostOf(host), undefined, host);
  }
});

test('a host that led to the default account leads to the account that takes it as its domain', async () => {
  assert.equal(await hostOf('third.example'), 'first');
  await createAccount(opened.system, { id: 'third', name: 'Third Vendor', domains: ['third.example'] });
  assert.equal(await hostOf('third.example'), 'third');
  assert.equal(await hostOf('third.latchkey.test'), 'third');
});

test('refuses an id, a domain and a default that are taken, and keeps nothing of the account', async () => {
  const { system } = opened;
  await assert.rejects(createAccount(system, { id: 'first', name: 'Again' }), refusal('AccountExists'));
  await assert.rejects(
    createAccount(system, { id: 'fourth', name: 'Fourth', domains: ['fourth.example', 'THIRD.example'] }),
    refusal('DomainInUse'),
  );
  await assert.rejects(
    createAccount(system, { id: 'fourth', name: 'Fourth', isDefault: true }),
    refusal('DefaultAccountExists'),
  );
  assert.equal(await findAccount(system, 'fourth'), undefined);
  assert.equal(await hostOf('fourth.example'), 'first');
});

test('names every mistake of a new account', async () => {
  const input = {
    id: 'Not A Slug',
    name: ' ',
    domains: ['ok.example', 'not a domain', 'ok.example', 'http://x.example'],
    settings: { currencies: ['EURO'], websiteUrl: 'nowhere' },
  };
  await assert.rejects(
    createAccount(opened.system, input),
    refusal('InvalidInput', [
      'domains[1]',
      'domains[2]',
      'domains[3]',
      'id',
      'name',
      'settings.currencies[0]',
      'settings.websiteUrl',
    ]),
  );
});

test('of concurrently created accounts with one id or one domain, one is created', async () => {
  const make = (id: string): Promise<Account> =>
    createAccount(opened.system, { id, name: 'Racer', domains: ['race.example'] });
  const results = await Promise.allSettled([make('racer'), make('racer'), make('racer-2')]);
  const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  assert.equal(ids.length, 1);
  for (const result of results) {
    if (result.status === 'rejected')
      assert.ok(result.reason instanceof Problem && result.reason.status === 409);
  }
  assert.equal(await hostOf('race.example'), ids[0]);
});

test('changed settings are visible immediately, and the others stay', async () => {
  const { system } = opened;
  const second = await findAccount(system, 'second');
  assert.ok(second);
  const changed = await updateSettings(testContext(system, second), {
    accessTokenSeconds: 1_800,
    limits: { signInPerMinute: 0 },
  });
  assert.equal(changed.settings.accessTokenSeconds, 1_800);
  assert.deepEqual(await findAccount(system, 'second'), changed);
  await updateSettings(testContext(system, second), { origins: ['https://shop.second.example'] });
  const account = await accountByHost(system, 'shop.second.example');
  assert.equal(account?.settings.accessTokenSeconds, 1_800);
  assert.deepEqual(account.settings.origins, ['https://shop.second.example']);
  assert.deepEqual(account.settings.limits, { ...second.settings.limits, signInPerMinute: 0 });
  assert.equal((await findAccount(system, 'first'))?.settings.accessTokenSeconds, 900);
});

test('refused settings change nothing', async () => {
  const { system } = opened;
  const account = await findAccount(system, 'second');
  assert.ok(account);
  await assert.rejects(
    updateSettings(testContext(system, account), {
      accessTokenSeconds: 1_200,
      currencies: [],
      defaultCurrency: 'USD',
    }),
    refusal('InvalidInput', ['currencies', 'defaultCurrency']),
  );
  assert.deepEqual(await findAccount(system, 'second'), account);
  await assert.rejects(
    updateSettings(testContext(system, { ...account, id: 'nobody' }), {}),
    refusal('NotFound'),
  );
});

test('links lead to the first custom domain, else to the platform, and never follow a request', async () => {
  const accounts = new Map((await listAccounts(opened.system)).map((account) => [account.id, account]));
  const urlOf = (id: string, env: Record<string, string>): string => {
    const account = accounts.get(id);
    assert.ok(account);
    return accountUrl(readConfig(env), account);
  };
  const local = { PORT: '4242' };
  const hosted = {
    NODE_ENV: 'production',
    LATCHKEY_SECRET: 'x'.repeat(32),
    LATCHKEY_PUBLIC_URL: 'https://keys.example',
    LATCHKEY_PLATFORM_DOMAIN: 'keys.example',
  };
  assert.equal(urlOf('first', local), 'http://localhost:4242');
  assert.equal(urlOf('second', local), 'http://shop.second.example:4242');
  assert.equal(urlOf('first', hosted), 'https://keys.example');
  assert.equal(urlOf('second', hosted), 'https://shop.second.example');
  await createAccount(opened.system, { id: 'plain', name: 'Plain' }).then((ids) =>
    accounts.set('plain', ids),
  );
  assert.equal(urlOf('plain', hosted), 'https://plain.keys.example');
  assert.equal(
    urlOf('plain', { ...local, LATCHKEY_PLATFORM_DOMAIN: 'localhost' }),
    'http://plain.localhost:4242',
  );
  assert.equal(
    urlOf('plain', { ...local, LATCHKEY_PLATFORM_DOMAIN: 'local.test:80' }),
    'http://plain.local.test:80',
  );
});
