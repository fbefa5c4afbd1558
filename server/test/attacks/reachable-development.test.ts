import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { makeDemo } from '../../src/cli/demo/make-demo.ts';
import type { DemoFile } from '../../src/cli/demo/demo-file.ts';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { openTestSystem, startTestApp, type TestSystem } from '../harness.ts';

// An attacker on the network looks for a server that was started without NODE_ENV=production.

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.join('\n');
    throw error;
  }
  return '';
}

describe('a start without NODE_ENV=production', () => {
  for (const environment of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { LATCHKEY_PUBLIC_URL: 'https://licenses.example.com' },
    { LATCHKEY_PUBLIC_URL: 'http://192.0.2.1:4242' },
    { LATCHKEY_PUBLIC_URL: 'http://localhost.example.com' },
    { NODE_ENV: 'staging', HOST: '0.0.0.0' },
  ])
    test(`is refused at ${JSON.stringify(environment)}, and told what to set`, () => {
      assert.match(
        refusalOf(environment),
        /^NODE_ENV must be "production".*set LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES=true$/,
      );
      const exposed = { ...environment, LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES: 'true' };
      assert.equal(readConfig(exposed).hasDevFeatures, true);
      const production = { ...environment, NODE_ENV: 'production', LATCHKEY_SECRET: 'x'.repeat(32) };
      assert.equal(readConfig(production).hasDevFeatures, false);
      assert.equal(
        readConfig({ ...production, LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES: 'true' }).hasDevFeatures,
        false,
      );
    });

  for (const environment of [
    {},
    { HOST: '::1' },
    { HOST: 'localhost' },
    { LATCHKEY_PUBLIC_URL: 'http://127.0.0.1:8080' },
  ])
    test(`works on this machine alone: ${JSON.stringify(environment)}`, () => {
      assert.equal(readConfig(environment).hasDevFeatures, true);
    });
});

test('a proxy of everything is no proxy: the start is refused', () => {
  for (const proxies of ['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/8,::/1,8000::/1'])
    assert.match(
      refusalOf({ LATCHKEY_TRUSTED_PROXIES: proxies }),
      /^LATCHKEY_TRUSTED_PROXIES must list your own networks/,
    );
  assert.equal(refusalOf({ LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,192.0.2.7' }), '');
});

describe('the mails of an exposed instance', () => {
  let app: Awaited<ReturnType<typeof startTestApp>>;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const read = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.app.inject({
      url: '/dev/mail',
      headers: { host: 'localhost:4242', cookie: `latchkey-mails=${app.system.mailsKey}`, ...headers },
      remoteAddress,
    });

  test('are shown to this machine', async () => {
    assert.equal((await read({})).statusCode, 200);
  });

  test('are not shown through a proxy on this machine that adds no header and sends a Host of its own', async () => {
    const mail = { accountId: app.demo.id, mailId: '0198a000-0000-7000-8000-000000000001' };
    for (const cookie of [
      '',
      'latchkey-mails=',
      'latchkey-mails=guess',
      'latchkey-mails=test-key-of-the-mail',
    ])
      for (const url of [
        '/dev/mail',
        '/dev/mail?key=',
        '/dev/mail?key=guess',
        `/dev/mail/${mail.accountId}/${mail.mailId}`,
        `/dev/mail/${mail.accountId}/${mail.mailId}/html`,
      ]) {
        const answer = await app.app.inject({ url, headers: { host: '127.0.0.1:4242', cookie } });
        assert.deepEqual(
          [answer.statusCode, answer.json().errorType, answer.headers['set-cookie']],
          [403, 'MailsKeyRequired', undefined],
          url,
        );
      }
  });

  test('have a key that is not in anything that a visitor can open', async () => {
    for (const url of ['/', '/docs/', '/openapi.json', '/readyz', '/dev/mail'])
      assert.ok(!(await app.inject({ url })).body.includes(app.system.mailsKey), url);
  });

  test('are not shown to another address, whatever Host it sends', async () => {
    for (const host of ['localhost:4242', '127.0.0.1', 'latchkey.test'])
      assert.equal((await read({ host }, '192.0.2.1')).statusCode, 404);
  });

  test('are not shown through a proxy on this machine', async () => {
    for (const name of [
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'Forwarded',
      'Via',
      'X-Real-IP',
      'CF-Connecting-IP',
    ])
      assert.equal((await read({ [name]: 'for=127.0.0.1' })).statusCode, 404, name);
  });

  test('are not shown under a name that a website may have', async () => {
    for (const host of ['latchkey.test', 'evil.example', 'localhost.evil.example'])
      assert.equal((await read({ host })).statusCode, 404, host);
  });
});

describe('an existing demo account', () => {
  let system: TestSystem;
  let close: () => Promise<void>;
  let demo: DemoFile;
  before(async () => {
    ({ system, close } = await openTestSystem());
    demo = (await makeDemo(system)).demo;
  });
  after(() => close());

  test('opens nothing in production: not its API key, its customer, its checkout, its mails', async () => {
    const config = { ...system.config, isProduction: true, hasDevFeatures: false };
    const app = await buildApp({ ...system, config });
    const host = 'demo.latchkey.test';
    const { email, password } = demo.customer;
    const signIn = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
    try {
      for (const request of [
        { url: '/api/licenses', headers: { host, 'api-key': demo.apiKey } },
        {
          method: 'POST' as const,
          url: signIn,
          headers: { host, 'content-type': 'text/plain' },
          payload: password,
        },
        { url: '/api/customer/storefront', headers: { host } },
        { url: '/api/checkout/0190a8f0-0000-7000-8000-000000000001?token=x', headers: { host } },
        { url: '/checkout/0190a8f0-0000-7000-8000-000000000001', headers: { host: 'anything.example' } },
      ]) {
        const answer = await app.inject(request);
        assert.deepEqual(
          [answer.statusCode, answer.json().errorType],
          [403, 'DemoAccountDisabled'],
          request.url,
        );
      }
      assert.equal((await app.inject({ url: '/dev/mail', headers: { host: 'localhost' } })).statusCode, 403);
    } finally {
      await app.close();
    }
  });
});
