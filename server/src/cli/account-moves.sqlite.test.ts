import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testContext } from '../../test/context.ts';
import { runCommand } from '../../test/commands.ts';
import type { Ended } from '../../test/server-process.ts';
import { accountByHost, createAccount } from '../modules/accounts/index.ts';
import { insertCustomer } from '../modules/customers/store.ts';
import { newCustomer } from '../modules/customers/ensure-customer.ts';
import {
  createLicensedProduct,
  requestLicenseToken,
  requestTrialToken,
  revokeLicenseToken,
} from '../modules/licensing/index.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import type { System } from '../platform/system.ts';
import { provisionLicenses } from '../../test/licensing.ts';

// If an application reached an account other than its own, its license would be refused, and the application would
// delete it.

const FIRST_DEVICES = 2;
/** One of them has a trial. */
const SECOND_DEVICES = 3;

const opened = new AsyncDisposableStack();
let system: System;
let environment: Record<string, string>;
before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-moves-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  environment = { LATCHKEY_DATA_DIR: dataDir, LATCHKEY_PLATFORM_DOMAIN: 'keys.example' };
  const started = await openSystem(readConfig(environment), createLog('silent'));
  opened.defer(started.close);
  ({ system } = started);
  await createAccount(system, { id: 'first', name: 'First', domains: ['first.example'] });
  await createAccount(system, { id: 'second', name: 'Second', domains: ['a.example', 'b.example'] });
  await createAccount(system, { id: 'unused', name: 'Unused', domains: ['unused.example'] });
  await activate('first', FIRST_DEVICES);
  await activate('second', SECOND_DEVICES - 1);
  await startTrial('second');
});
after(() => opened.disposeAsync());

/** Assigns a seat to this number of devices, and to one more that returns it. */
async function activate(id: string, devices: number): Promise<void> {
  const account = await accountByHost(system, `${id}.keys.example`);
  assert.ok(account);
  await createLicensedProduct(testContext(system, account), {
    id: 'app',
    name: 'App',
    maxActivations: devices + 1,
  });
  const row = newCustomer(testContext(system, account), { email: 'ada@example.com', name: 'Ada' });
  const customer = await system.database.transaction((tx) => insertCustomer(tx, row));
  assert.ok(customer);
  const requests = [{ productId: 'app', quantity: 1 }];
  await provisionLicenses(testContext(system, account), { ownerId: customer.id, requests });
  let token = '';
  for (let device = 0; device <= devices; device += 1) {
    token = await requestLicenseToken(testContext(system, account), customer, {
      productId: 'app',
      device: { name: 'A device', signature: `3f9c2a7${device}` },
    });
  }
  await revokeLicenseToken(testContext(system, account), { productId: 'app', token });
}

async function startTrial(id: string): Promise<void> {
  const account = await accountByHost(system, `${id}.keys.example`);
  assert.ok(account);
  const ctx = testContext(system, account);
  await createLicensedProduct(ctx, { id: 'synth', name: 'Synth', allowsTrials: true, trialDays: 7 });
  const device = { name: 'A device', signature: '3f9c2a7f' };
  await requestTrialToken(ctx, undefined, { productId: 'synth', device });
}

const latchkey = (...parameters: string[]): Promise<Ended> =>
  runCommand(environment, 'account', ...parameters);

const idBehind = async (host: string) => (await accountByHost(system, host))?.id;

/**
 * The command is refused without the number and with a wrong one, states which account applications would reach, and
 * shows the number.
 */
async function asksFor(number: number, where: RegExp, ...parameters: string[]): Promise<void> {
  const silent = await latchkey(...parameters);
  assert.deepEqual([silent.code, silent.stdout], [1, '']);
  assert.match(silent.stderr, where);
  const [affected, refusal] = silent.stderr.trimEnd().split('\n').slice(-2);
  assert.equal(affected, `Devices with an active activation or a trial affected: ${number}.`);
  assert.equal(refusal, `latchkey: nobody is there to ask: confirm with --confirm ${number}`);
  const wrong = await latchkey(...parameters, '--confirm', String(number - 1));
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  assert.ok(
    wrong.stderr.endsWith(
      `"${number - 1}" is not the number of devices, which is ${number}: nothing was changed\n`,
    ),
    wrong.stderr,
  );
}

test('domains are taken away only with the number of activations of their account', async () => {
  const command = ['domains', 'remove', 'second', 'a.example'];
  await asksFor(
    SECOND_DEVICES,
    /^Applications of account second that use a\.example would reach account first, /,
    ...command,
  );
  assert.equal(await idBehind('a.example'), 'second');
  const done = await latchkey(...command, '--confirm', String(SECOND_DEVICES));
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^b\.example\n/);
  assert.equal(await idBehind('a.example'), 'first');
});

test('domains move without a confirmation where no device is affected', async () => {
  const ofDefault = await latchkey('domains', 'remove', 'first', 'first.example');
  assert.deepEqual(
    [ofDefault.code, ofDefault.stderr],
    [0, ''],
    'they lead to the default account, which is the same',
  );
  const unused = await latchkey('domains', 'remove', 'unused', 'unused.example', '--json');
  assert.deepEqual([unused.code, unused.stderr], [0, ''], 'nobody uses the account');
  const foreign = await latchkey('domains', 'remove', 'second', 'first.example');
  assert.match(foreign.stderr, /second does not have the domain first\.example/);
});

test('hosts of an account that are no domains of it become those of another only with the number', async () => {
  const url = /^Applications of account first that use localhost would reach account second, /;
  await asksFor(FIRST_DEVICES, url, 'domains', 'add', 'second', 'localhost');
  const label = /^Applications of account second that use second\.keys\.example would reach account new, /;
  await asksFor(SECOND_DEVICES, label, 'create', 'new', '--name', 'New', '--domain', 'second.keys.example');
  assert.equal(await idBehind('new.keys.example'), undefined, 'nothing was made');
  assert.equal(await idBehind('localhost'), 'first');
  const free = /^Applications of account first that use c\.example would reach account second, /;
  await asksFor(FIRST_DEVICES, free, 'domains', 'add', 'second', 'c.example');
  const own = await latchkey('domains', 'add', 'first', 'd.example');
  assert.deepEqual([own.code, own.stderr], [0, ''], 'it leads to the same account');
  const conflict = await latchkey('domains', 'add', 'first', 'b.example');
  assert.match(conflict.stderr, /already has b\.example/);
  const done = await latchkey('domains', 'add', 'second', 'localhost', '--confirm', String(FIRST_DEVICES));
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await idBehind('localhost'), 'second');
});

test('another account becomes the default one only with the number of activations of the one before', async () => {
  const where =
    /^Applications of account first that use a host that names no account would reach account second, which refuses /;
  await asksFor(FIRST_DEVICES, where, 'set-default', 'second');
  assert.equal(await idBehind('anything.example'), 'first');
  const same = await latchkey('set-default', 'first');
  assert.deepEqual([same.code, same.stderr], [0, '']);
  const done = await latchkey('set-default', 'second', '--confirm', String(FIRST_DEVICES));
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await idBehind('anything.example'), 'second');
});
