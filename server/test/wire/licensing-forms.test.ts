import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { listActivations } from '../../src/modules/licensing/store/inventory.ts';
import { activationsOf } from '../activations.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Shopper, shopOf } from '../inventory.ts';
import { claimsOf } from '../licensing.ts';

// The requests of deployed applications, and the fields they read (wire contract section 5).

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let activations: ReturnType<typeof activationsOf>;
let owner: Shopper;
let productId: string;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  activations = activationsOf(app);
  const limits = { signUpPerMinute: 0, activationRequestsPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  owner = await shop.shopper();
  productId = await shop.product({ maxActivations: 100, allowsTrials: true, allowsOffline: true });
  await shop.give(owner, productId);
});
after(() => app.close());

/** Every query that an application, or an intermediary, may add to a request. */
const QUERIES: readonly string[] = [
  '',
  '?',
  '?appVersion=1.2.3&platform=Mac&meta[host]=Live',
  '?appVersion=1.2',
  '?appVersion=1.2.3.4',
  '?appVersion=v1.2.3',
  '?appVersion=1.2.3%20(456)',
  '?appVersion=',
  '?appVersion',
  '?appVersion=1.0&appVersion=2.0',
  '?appVersion[]=1.0',
  '?appVersion=null',
  '?platform=iOS',
  '?platform=',
  '?platform=mac&platform=Windows',
  '?platform=MacOSX%2014.5',
  '?meta=plain',
  '?meta=',
  '?meta={"host":"Live"}',
  '?meta=a&meta[b]=c',
  '?meta[]=x',
  '?meta[a][b]=c',
  '?meta[host]=',
  '?meta[host]=Live&meta[host]=Logic',
  '?meta%5Bhost%5D=Live%2011',
  '?meta[__proto__]=x&__proto__=y&constructor=z',
  `?meta[long]=${'v'.repeat(10_240)}`,
  `?meta[${'k'.repeat(500)}]=x`,
  `?${Array.from({ length: 50 }, (_, index) => `meta[key${index}]=${index}`).join('&')}`,
  '?meta[umlaut]=%C3%A4&meta[emoji]=%F0%9F%98%80',
  '?meta[latin]=%E4&appVersion=%',
  '?meta[half]=%ED%A0%80&appVersion=%E0%A4%A',
  '?meta[nul]=a%00b&appVersion=%00',
  '?scheme=JWT&format=JWT&includeManifests=true&unknown=1',
  '?format=JWT&format=JWT',
  '?&&=&a==b&?',
  '?utm_source=app&method=Online',
];

function problemOf(answer: Response): string {
  return `${answer.statusCode} ${answer.body.slice(0, 300)}`;
}

function send(action: string, token: string, more: Partial<InjectOptions> = {}): Promise<Response> {
  const headers = { 'content-type': 'text/plain' };
  return app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/${action}`,
    headers,
    payload: token,
    ...more,
  });
}

test('no query makes a validation refuse the token of a good license, of a trial or of an offline device', async () => {
  const token = await shop.activate(owner, productId, 'queries');
  const trial = await app.inject({
    method: 'POST',
    url: `/api/client/trials/${productId}/request`,
    payload: { deviceName: 'Studio Mac', deviceSignature: 'trial-queries' },
  });
  const { headers } = await shop.activateByFile(owner, productId, 'offline-queries');
  const link = new URL(String(headers.location));
  const offline = await app.inject({ url: link.pathname + link.search });
  for (const [kind, presented] of [
    ['license', token],
    ['trial', trial.body],
    ['offline', offline.body],
  ] as const) {
    for (const query of QUERIES) {
      const url = `/api/client/licenses/${productId}/validate${query}`;
      const answer = await send('validate', presented, { url });
      assert.equal(answer.statusCode, 200, `${kind} ${query.slice(0, 100)} ${problemOf(answer)}`);
      assert.equal(claimsOf(answer.body)['id'], claimsOf(presented)['id']);
    }
  }
});

test('no query makes a request, a trial, an activation or a release refuse', async () => {
  const payload = { deviceName: 'Studio Mac', deviceSignature: 'every-query' };
  for (const query of QUERIES) {
    for (const path of [
      `licenses/${productId}/request`,
      `trials/${productId}/request`,
      `activations/${productId}/request`,
    ]) {
      const url = `/api/client/${path}${query}`;
      const answer = await app.inject({ method: 'POST', url, payload, headers: owner.headers });
      assert.equal(answer.statusCode, 200, `${path}${query.slice(0, 100)} ${problemOf(answer)}`);
    }
    const activation = await activations.ask(productId);
    const polled = await app.inject({ url: `${activation.poll}${query}` });
    assert.equal(polled.statusCode, 204, `poll${query.slice(0, 100)} ${problemOf(polled)}`);
    const token = await shop.activate(owner, productId, 'every-query');
    const url = `/api/client/licenses/${productId}/revoke${query}`;
    const answer = await send('revoke', token, { url });
    assert.equal(answer.statusCode, 200, `revoke${query.slice(0, 100)} ${problemOf(answer)}`);
  }
});

/** Headers that libraries, proxies and applications send. */
const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'text/plain;charset=UTF-8' },
  { 'content-type': 'text/plain; charset=iso-8859-1; format=flowed' },
  { 'content-type': 'TEXT/PLAIN' },
  { 'content-type': 'application/jwt' },
  { 'content-type': 'application/jwt; charset=utf-8' },
  { 'content-type': 'application/json' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/octet-stream' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '*/*' },
  { 'content-type': 'nonsense' },
  { 'content-type': '' },
  { accept: 'application/json' },
  { accept: 'image/png', 'accept-language': 'de', 'user-agent': '' },
  { authorization: 'Bearer expired.access.token' },
  { authorization: 'Basic eDp5' },
  { 'api-key': 'lk_nonsense', 'x-api-key': 'x', 'x-app-version': '1', 'idempotency-key': '' },
  { origin: 'null', referer: 'about:blank', cookie: 'a=b' },
];

test('no header and no media type makes a validation or a release refuse', async () => {
  const token = await shop.activate(owner, productId, 'headers');
  for (const headers of HEADERS) {
    const validated = await send('validate', token, { headers });
    assert.equal(validated.statusCode, 200, `${JSON.stringify(headers)} ${problemOf(validated)}`);
  }
  for (const headers of HEADERS) {
    const released = await send('revoke', token, { headers });
    assert.equal(released.statusCode, 200, `${JSON.stringify(headers)} ${problemOf(released)}`);
  }
});

/** The wrappings that storage, shells and languages put around a token and into it. */
const WRAPPINGS: Readonly<Record<string, (token: string) => string>> = {
  'line feed': (token) => `${token}\n`,
  'line of Windows': (token) => `${token}\r\n`,
  blanks: (token) => `  \t${token} \n\n`,
  'byte order mark': (token) => `\uFEFF${token}`,
  'no-break space': (token) => `\u00A0${token}\u00A0`,
  'NUL of a C string': (token) => `${token}\0`,
  'JSON string': (token) => JSON.stringify(token),
  'single quotes': (token) => `'${token}'`,
  'lines of a mail': (token) => token.replaceAll(/(.{64})/g, '$1\r\n'),
};

test('a token is read whatever stands around it, as text and as JSON', async () => {
  const token = await shop.activate(owner, productId, 'wrappings');
  for (const [name, wrapped] of Object.entries(WRAPPINGS)) {
    for (const type of ['text/plain', 'application/json']) {
      const answer = await send('validate', wrapped(token), { headers: { 'content-type': type } });
      assert.equal(answer.statusCode, 200, `${name} ${type} ${problemOf(answer)}`);
    }
  }
  assert.equal((await send('revoke', `${token}\0\n`)).statusCode, 200);
});

test('valid metadata is stored with the device, and the rest is dropped or truncated', async () => {
  const token = await shop.activate(owner, productId, 'kept');
  const query = `?appVersion=1.2.3.4&platform=iOS&meta[host]=Live&meta[nul]=%00&meta[long]=${'v'.repeat(10_240)}`;
  await send('validate', token, { url: `/api/client/licenses/${productId}/validate${query}` });
  const { reader } = app.system.database;
  const filter = { customerId: owner.id, productId, limit: 100 };
  const all = await listActivations(reader, app.demo.id, filter);
  const match = all.find(({ deviceSignature }) => deviceSignature === 'kept');
  assert.deepEqual([match?.appVersion, match?.platform], ['1.2.3.4', null]);
  assert.deepEqual(match?.meta, { host: 'Live', long: 'v'.repeat(256) });
  const activation = await activations.ask(productId, { query, signature: 'kept-in-browser' });
  await activations.approve(activation, 'license', owner);
  const again = await listActivations(reader, app.demo.id, filter);
  const approved = again.find(({ deviceSignature }) => deviceSignature === 'kept-in-browser');
  assert.equal(approved?.appVersion, '1.2.3.4');
});
