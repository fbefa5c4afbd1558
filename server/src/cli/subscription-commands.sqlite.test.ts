import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-subscriptions-'));
  await latchkey('migrate');
  await latchkey('account', 'create', 'acme', '--name', 'Acme Audio', '--origin', 'https://acme.example');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (...parameters: string[]) => runCommand({ LATCHKEY_DATA_DIR: dataDir }, ...parameters);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

test('without subscriptions the lists say so, also as JSON', async () => {
  for (const command of ['subscriptions', 'renewals']) {
    assert.match((await latchkey(command, 'list')).stdout, /There are no such subscriptions/);
    assert.deepEqual(JSON.parse((await latchkey(command, 'list', '--json')).stdout), []);
  }
});

test('a subscription that does not exist is named by every command', async () => {
  for (const words of [
    ['subscriptions', 'cancel', UNKNOWN],
    ['subscriptions', 'cancel', UNKNOWN, '--now', '--refund-unused'],
    ['subscriptions', 'resume', UNKNOWN],
    ['subscriptions', 'extend', UNKNOWN, '3', '--reason', 'an outage'],
    ['subscriptions', 'comp', UNKNOWN, '1', '--reason', 'sorry'],
    ['subscriptions', 'pause', UNKNOWN, '1'],
    ['subscriptions', 'merge', UNKNOWN, UNKNOWN.replace('8000', '8001'), '--reason', 'bought twice'],
    ['renewals', 'release', UNKNOWN],
    ['renewals', 'retry', UNKNOWN],
    ['renewals', 'skip', UNKNOWN],
  ]) {
    const { code, stderr } = await latchkey(...words);
    assert.deepEqual(
      [code, stderr.includes(`There is no subscription ${UNKNOWN}.`)],
      [1, true],
      words.join(' '),
    );
  }
});

test('numbers out of range, and options that do not fit, are refused by name', async () => {
  for (const [words, pattern] of [
    [['extend', UNKNOWN, '0', '--reason', 'x'], /<days> must be a whole number from 1 to 3650/],
    [['comp', UNKNOWN, '1.5', '--reason', 'x'], /<periods> must be a whole number from 1 to 120/],
    [['pause', UNKNOWN, '4'], /<periods> must be a whole number from 1 to 3/],
    [['cancel', UNKNOWN, '--refund-unused'], /--refund-unused needs --now/],
  ] as const) {
    const { code, stderr } = await latchkey('subscriptions', ...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, pattern);
  }
});
