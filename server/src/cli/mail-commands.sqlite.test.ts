import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { startSmtpServer } from '../../test/smtp-server.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-mail-'));
  await latchkey({}, 'migrate');
  await latchkey({}, 'account', 'create', 'acme', '--name', 'Acme');
});
after(() => rm(dataDir, { recursive: true, force: true }));

const latchkey = (environment: Record<string, string>, ...parameters: string[]) =>
  runCommand({ LATCHKEY_DATA_DIR: dataDir, ...environment }, ...parameters);

test('a test mail has the sender of the account, and the mail server decides how the command ends', async () => {
  const smtp = await startSmtpServer();
  try {
    const environment = { SMTP_URL: smtp.url, LATCHKEY_PUBLIC_URL: 'https://keys.example' };
    const first = await latchkey(environment, 'mail', 'test', 'ada@example.com');
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /has accepted a mail from no-reply@keys\.example to ada@example\.com/);
    await latchkey({}, 'account', 'settings', 'acme', '--set', '{"mailFrom": "shop@acme.example"}');
    await latchkey(environment, 'mail', 'test', 'ada@example.com');
    assert.deepEqual(
      smtp.mails.map(({ from, to }) => [from, ...to]),
      [
        ['no-reply@keys.example', 'ada@example.com'],
        ['shop@acme.example', 'ada@example.com'],
      ],
    );
    smtp.replies.set('MAIL', '550 no such sender here');
    const refusal = await latchkey(environment, 'mail', 'test', 'ada@example.com');
    assert.deepEqual([refusal.code, refusal.stdout], [1, '']);
    assert.match(refusal.stderr, /550 no such sender here/);
  } finally {
    await smtp.close();
  }
  const unset = await latchkey({}, 'mail', 'test', 'ada@example.com');
  assert.deepEqual([unset.code, /SMTP_URL is not set/.test(unset.stderr)], [2, true]);
});

test('the first key of the guide can do the first task of support', async () => {
  const guide = await readFile(new URL('../../../docs/guide/going-live.md', import.meta.url), 'utf8');
  const [, list = ''] = /api-key create[^`]*?--scope ([^`]+)\n```/.exec(guide) ?? [];
  const scopes = Array.from(list.matchAll(/\w+:\w+/g), ([scope]) => scope);
  // Find a customer and the license that does not work, release a device, provision another license.
  for (const scope of ['customers:read', 'customers:write', 'licenses:read', 'licenses:write', 'orders:read'])
    assert.ok(scopes.includes(scope), scope);
  const { code } = await latchkey({}, 'api-key', 'create', '--name', 'first', '--scope', ...scopes);
  assert.equal(code, 0);
});

test('texts of mails are changed by mail and language, all or none, and null goes back to the standard text', async () => {
  const texts = async (
    ...parameters: string[]
  ): Promise<Record<string, Record<string, { words: object }>>> => {
    const { code, stdout, stderr } = await latchkey({}, 'mail', 'texts', ...parameters);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout);
  };
  assert.deepEqual(await texts(), {});
  const words = { subject: 'Thank you, {{customer}}', text: 'Enjoy {{product}}!' };
  const changed = await texts('--set', JSON.stringify({ receipt: { en: words, de: { heading: 'Danke' } } }));
  assert.deepEqual(
    [changed['receipt']?.['en']?.words, changed['receipt']?.['de']?.words],
    [words, { heading: 'Danke' }],
  );
  const wrong = { receipt: { de: null }, refund: { en: { subject: 'About {{product}} and {{nothing}}' } } };
  const refusal = await latchkey({}, 'mail', 'texts', '--set', JSON.stringify(wrong));
  assert.deepEqual([refusal.code, refusal.stdout], [1, '']);
  assert.match(refusal.stderr, /\{\{product\}\}, \{\{nothing\}\}/);
  assert.deepEqual(await texts(), changed);
  const malformed = await latchkey({}, 'mail', 'texts', '--set', '{"receipt": "Thanks"}');
  assert.match(malformed.stderr, /--set takes a JSON object/);
  const { receipt = {} } = await texts('--set', '{"receipt": {"en": null}}');
  assert.deepEqual(Object.keys(receipt), ['de']);
});
