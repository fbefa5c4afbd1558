import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import type { System } from '../../../platform/system.ts';
import { type Account, createAccount } from '../../accounts/index.ts';
import { createLicensedProduct } from '../index.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import {
  describeMove,
  movesOfAddition,
  movesOfNewDefault,
  movesOfRemoval,
  movesOfReplacement,
  refuseUnconfirmed,
} from './host-moves.ts';

let scenario: LicensingScenario;
let system: System;
let demo: Account;
let other: Account;
before(async () => {
  scenario = await licensingScenario();
  demo = scenario.account;
  system = { ...scenario.system, config: { ...scenario.system.config, platformDomain: 'shops.example' } };
  other = await createAccount(system, { id: 'other', name: 'Other', domains: ['apps.example'] });
  const product = await scenario.product({ allowsTrials: true });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  await scenario.token(customer, product.id, 'with a seat');
  for (const signature of ['one', 'two'])
    await startTrial(scenario.ctx, undefined, {
      productId: product.id,
      device: { name: 'A device', signature },
    });
  const ctx = testContext(system, other);
  await createLicensedProduct(ctx, { id: 'synth', name: 'Synth', allowsTrials: true });
  const device = { name: 'A device', signature: 'three' };
  await startTrial(ctx, undefined, { productId: 'synth', device });
});
after(() => scenario.close());

const DEMO_DEVICES = 3;
const OTHER_DEVICES = 1;

test('a host that is added moves from the account that it led to, unless it led to this one, to none, or was a domain', async () => {
  const cases = [
    [
      other,
      'New.Example:443',
      { moves: [{ from: 'demo', host: 'new.example', to: 'other' }], devices: DEMO_DEVICES },
    ],
    [demo, 'new.example', { moves: [], devices: 0 }],
    [
      demo,
      'other.shops.example',
      { moves: [{ from: 'other', host: 'other.shops.example', to: 'demo' }], devices: OTHER_DEVICES },
    ],
    [other, 'other.shops.example', { moves: [], devices: 0 }],
    [demo, 'nobody.shops.example', { moves: [], devices: 0 }],
    [demo, 'apps.example', { moves: [], devices: 0 }],
  ] as const;
  for (const [account, host, expected] of cases)
    assert.deepEqual(await movesOfAddition(system, account, [host]), expected, `${account.id} ${host}`);
});

test('the devices of an account that loses several hosts count once', async () => {
  const { moves, devices } = await movesOfAddition(system, other, ['a.example', 'b.example']);
  assert.deepEqual([moves.length, devices], [2, DEMO_DEVICES]);
});

test('a domain that is removed leads to the account behind it, or to none; only domains of the account do', async () => {
  const account = { id: 'other', domains: ['apps.example', 'other.shops.example', 'gone.shops.example'] };
  const names = [...account.domains, 'unknown.example'];
  assert.deepEqual(await movesOfRemoval(system, account, names), {
    moves: [
      { from: 'other', host: 'apps.example', to: 'demo' },
      { from: 'other', host: 'gone.shops.example', to: undefined },
    ],
    devices: OTHER_DEVICES,
  });
});

test('domains that replace others move what is added, and what is removed', async () => {
  assert.deepEqual(await movesOfReplacement(system, other, ['apps.example']), { moves: [], devices: 0 });
  assert.deepEqual(await movesOfReplacement(system, other, ['new.example']), {
    moves: [
      { from: 'demo', host: 'new.example', to: 'other' },
      { from: 'other', host: 'apps.example', to: 'demo' },
    ],
    devices: DEMO_DEVICES + OTHER_DEVICES,
  });
});

test('another default account takes every host that names none', async () => {
  const move = { from: 'demo', host: 'a host that names no account', to: 'other' };
  assert.deepEqual(await movesOfNewDefault(system, other), { moves: [move], devices: DEMO_DEVICES });
  assert.deepEqual(await movesOfNewDefault(system, demo), { moves: [], devices: 0 });
});

test('a move is confirmed with the number of devices in use, of which it says what happens to them', () => {
  const move = { from: 'demo', host: 'a.example', to: 'other' };
  const nowhere = { ...move, to: undefined };
  refuseUnconfirmed({ moves: [move], devices: 0 }, undefined);
  refuseUnconfirmed({ moves: [move], devices: 3 }, 3);
  for (const confirm of [undefined, 0, 2, 4])
    assert.throws(() => refuseUnconfirmed({ moves: [move, nowhere], devices: 3 }, confirm), {
      errorType: 'DevicesAffected',
      detail: `${describeMove(move)} ${describeMove(nowhere)} Devices affected: 3. Send confirm=3 to continue.`,
    });
  assert.match(describeMove(move), /would reach account other, which refuses/);
  assert.match(describeMove(nowhere), /would reach no account/);
});
