import { createLicensedProduct } from '../../src/modules/licensing/index.ts';
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import process from 'node:process';
import { test } from 'node:test';
import type { Response } from 'light-my-request';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { openapiDocument } from '../../src/platform/http/openapi/document.ts';
import { API_REFERENCE } from '../../src/api/reference.ts';
import { testContext } from '../context.ts';
import { testEngine } from '../database.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { operatorAtWork } from '../operators.ts';
import { stockShop } from '../shop.ts';
import { withoutReferences } from '../whole-document.ts';
import { chanceOf } from './chance.ts';
import { type ValuePool, createValuePool } from './known-values.ts';
import { list, type Operation, operationsOf, record } from './operations.ts';
import { type Credentials, spoiltRequest, toInject, validRequest } from './requests.ts';
import type { Maker } from './valid-values.ts';
import { provisionLicenses } from '../licensing.ts';
import { IS_LONG, times } from '../length.ts';

/**
 * The meaning of a request is the same on both engines; the effect of its text on a statement shows in fewer of them.
 */
const SHORT = testEngine() === 'sqlite' ? 1_000 : 500;
const REQUESTS = Number(process.env['LATCHKEY_FUZZ_REQUESTS'] ?? times(SHORT, 100_000));
/** In the short form always the same requests. */
const SEED = Number(process.env['LATCHKEY_FUZZ_SEED'] ?? (IS_LONG ? randomInt(2 ** 31) : 14));
const NEW_CUSTOMER_EVERY = 200;
const PASSWORD = 'Violet-42-tram';

/** All guarded actions without limits: a request that is only counted finds nothing. */
const NO_LIMITS = {
  signInPerMinute: 0,
  signUpPerMinute: 0,
  passwordResetPerMinute: 0,
  signInFailuresBeforeDelay: 0,
  mailsPerAddressAndHour: 0,
  newsletterPerMinute: 0,
  vouchersPerMinute: 0,
  couponsPerMinute: 0,
  documentsPerMinute: 0,
  cartsPerMinute: 0,
  activationPollsPerFiveSeconds: 0,
};

test(`${REQUESTS} requests, good and bad, get documented answers and never a failure (LATCHKEY_FUZZ_SEED=${SEED})`, async (t) => {
  const app = await startTestApp({ LATCHKEY_REQUESTS_PER_MINUTE: '0' });
  try {
    const { pool, credentials } = await prepare(app);
    const operations = operationsOf(withoutReferences(openapiDocument(app.app, API_REFERENCE)));
    assert.ok(operations.length > 20, 'the document names hardly any operation');
    const maker = { chance: chanceOf(SEED), pool };
    const succeeded = new Set<string>();
    const failures = new Map<string, string>();
    for (let index = 0; index < REQUESTS; index += 1) {
      if (index % NEW_CUSTOMER_EVERY === 0) await renew(app, pool, credentials);
      const operation = operations[index % operations.length];
      assert.ok(operation !== undefined);
      const draft = validRequest(maker, operation, credentials);
      const isGood = maker.chance.oneIn(2);
      const request = toInject(isGood ? draft : spoiltRequest(maker, draft, credentials));
      try {
        const response = await app.inject(request);
        checkAnswer(response, typeof request.url === 'string' ? request.url : '');
        if (response.statusCode < 300) {
          succeeded.add(operation.name);
          learn(pool, operation, response);
        }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const sample = `${JSON.stringify(request).slice(0, 1_500)}\n    ${message.slice(0, 600)}`;
        if (!failures.has(`${operation.name} ${kindOf(message)}`))
          failures.set(`${operation.name} ${kindOf(message)}`, sample);
      }
    }
    const missed = operations.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name);
    t.diagnostic(`operations without a success: ${missed.join(', ') || 'none'}`);
    assert.deepEqual(
      [...failures].map(([name, sample]) => `${name}\n    ${sample}`),
      [],
    );
    await readEverything(app, maker, operations, pool, credentials);
    await reachEveryWrite(app, maker, operations, pool, credentials);
    const writes = operations.filter(({ name, body }) => body !== undefined && succeeded.has(name));
    assert.ok(writes.length > 0, 'no request with a body had a success');
    // With few requests, their number depends on luck.
    if (IS_LONG)
      assert.ok(succeeded.size * 4 > operations.length, `only ${succeeded.size} operations had a success`);
  } finally {
    await app.close();
  }
});

/** Its header has the secret of a link, which only a mail names. */
const READ_WITH_A_LINK = 'GET /api/customer/subscription-links';

/**
 * Requests like those above reach their routes, whatever the seed: everything that can be read without an id is read by
 * a valid request with its credential.
 */
async function readEverything(
  app: TestApp,
  maker: Maker,
  operations: readonly Operation[],
  pool: ValuePool,
  credentials: Credentials,
): Promise<void> {
  await renew(app, pool, credentials);
  const readable = operations.filter(
    ({ name, method, path, query }) =>
      method === 'GET' &&
      name !== READ_WITH_A_LINK &&
      path.length === 0 &&
      query.every(({ isRequired }) => !isRequired),
  );
  const answers: string[] = [];
  for (const operation of readable) {
    const response = await app.inject(
      toInject({ ...validRequest(maker, operation, credentials), query: [] }),
    );
    answers.push(`${operation.name} ${response.statusCode}`);
  }
  assert.ok(readable.length > 20, `only ${readable.length} operations can be read without an id`);
  assert.deepEqual(
    answers,
    readable.map(({ name }) => `${name} 200`),
  );
}

/** Responses that a request gets before its route: for its credential, its method or its kind of body. */
const BEFORE_ROUTE = new Set([401, 405, 415]);

/**
 * Every write reaches its route, too: sent validly and with its credential, it gets a response of its rules. An earlier
 * write may have ended the session or the key, so a new one has a second try.
 */
async function reachEveryWrite(
  app: TestApp,
  maker: Maker,
  operations: readonly Operation[],
  pool: ValuePool,
  credentials: Credentials,
): Promise<void> {
  const writes = operations.filter(({ method }) => method !== 'GET');
  assert.ok(writes.length > 100, `only ${writes.length} operations write`);
  const statusOf = async (operation: Operation): Promise<number> => {
    const response = await app.inject(toInject(validRequest(maker, operation, credentials)));
    checkAnswer(response, operation.template);
    return response.statusCode;
  };
  const refusals: string[] = [];
  for (const operation of writes) {
    let status = await statusOf(operation);
    if (BEFORE_ROUTE.has(status)) {
      await renew(app, pool, credentials);
      status = await statusOf(operation);
    }
    if (BEFORE_ROUTE.has(status)) refusals.push(`${operation.name} ${status}`);
  }
  assert.deepEqual(refusals, []);
}

/** The first words of a failure: one sample of each kind is enough to investigate. */
function kindOf(message: string): string {
  return message.replace(/[^a-zA-Z ]+/g, ' ').slice(0, 60);
}

/** Checks that hold for every response, regardless of the document; the harness has compared it with the document. */
function checkAnswer(response: Response, url: string): void {
  const { statusCode, headers, body } = response;
  assert.ok(statusCode < 500, `answered ${statusCode}: ${body.slice(0, 300)}`);
  if (statusCode < 400) return;
  const mediaType = String(headers['content-type']).split(';', 1)[0];
  if (mediaType === 'text/html') {
    // A browser gets a page for an unknown or malformed address, and, as the comparison with the document has checked,
    // for a refusal of those links below /api/ that people open.
    const isAddress = statusCode === 404 || (statusCode === 400 && isMalformed(url));
    assert.ok(isAddress || url.startsWith('/api/'), `${statusCode} as a page`);
    return;
  }
  assert.equal(mediaType, 'application/problem+json', `${statusCode} ${body.slice(0, 200)}`);
  const problem = record(JSON.parse(body));
  assert.equal(problem['status'], statusCode);
  for (const name of ['type', 'title', 'errorType', 'traceId'])
    assert.equal(typeof problem[name], 'string', name);
  assert.doesNotMatch(
    body,
    /\bat .+\.[cm]?[jt]s:\d+:\d+|sqlite|postgres|select |node_modules/i,
    'an answer tells of the inside',
  );
}

function isMalformed(url: string): boolean {
  try {
    decodeURI(url);
    return false;
  } catch {
    return true;
  }
}

function learn(pool: ValuePool, { template }: Operation, response: Response): void {
  if (/^text\/plain|jwt/.test(String(response.headers['content-type']))) {
    if (response.body.split('.').length === 3) pool.add('licenseToken', response.body);
    return;
  }
  const mediaType = String(response.headers['content-type']);
  if (!mediaType.includes('json')) return;
  if (mediaType.includes('ndjson')) {
    for (const line of response.body.split('\n')) if (line !== '') pool.learn(JSON.parse(line));
    return;
  }
  const answer: unknown = response.json();
  pool.learn(answer);
  const { id, checkoutUrl, items } = record(answer);
  if (template.includes('/orders/') && typeof id === 'string') pool.add('orderId', id);
  if (typeof checkoutUrl === 'string')
    pool.add('checkoutPath', new URL(checkoutUrl).href.split('/checkout/')[1] ?? '');
  if (template.endsWith('/sessions')) {
    for (const session of list(items)) pool.add('sessionId', String(record(session)['id']));
  }
}

/** Two accounts with the same products, customers with licenses, and every kind of credential. */
async function prepare(app: TestApp): Promise<{ pool: ValuePool; credentials: Credentials }> {
  const pool = createValuePool();
  for (const account of [app.demo, app.other]) {
    await updateSettings(testContext(app.system, account), { limits: NO_LIMITS });
    await stockShop(app, account);
    await createLicensedProduct(testContext(app.system, account), {
      id: 'tried',
      name: 'Tried',
      allowsTrials: true,
    });
  }
  for (const id of ['app', 'synth', 'tried', 'unknown']) pool.add('productId', id);
  for (const id of ['app-once', 'synth-once', 'synth-monthly']) pool.add('variationId', id);
  const foreign = await member(app, pool, 'other');
  return {
    pool,
    credentials: {
      customer: [],
      apiKey: [],
      operator: [],
      foreign: [
        { authorization: foreign.authorization },
        await app.apiKey(app.other),
        await app.apiKey(app.demo, 'customers:read'),
      ],
    },
  };
}

async function member(app: TestApp, pool: ValuePool, accountId: 'demo' | 'other') {
  const email = `${randomUUID()}@example.com`;
  const response = await app.injectAs(app[accountId], {
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    payload: { name: 'Ada', email, password: PASSWORD },
  });
  assert.equal(response.statusCode, 200, response.body);
  const answer = response.json<{ id: string; accessToken: string; refreshToken: string }>();
  pool.add('customerId', answer.id);
  pool.add('email', email);
  pool.add('refreshToken', answer.refreshToken);
  pool.add('accessToken', answer.accessToken);
  return { id: answer.id, authorization: `Bearer ${answer.accessToken}` };
}

/**
 * Sessions end, licenses and API keys are revoked, seats are taken, and settings change: now and then a run needs new
 * customers, a new key, and the settings with which sign-ups and payments work.
 */
async function renew(app: TestApp, pool: ValuePool, credentials: Credentials): Promise<void> {
  await updateSettings(testContext(app.system, app.demo), {
    ...app.demo.settings,
    paymentProvider: undefined,
    limits: NO_LIMITS,
  });
  credentials.apiKey = [await app.apiKey(app.demo)];
  credentials.operator = [(await operatorAtWork(app, 'Owner')).headers];
  credentials.customer = [await buyer(app, pool), await buyer(app, pool)];
}

/**
 * A new product, and a new customer of the account `demo` with licenses of it, as credentials. A request in between may
 * have withdrawn the previous ones.
 */
async function buyer(app: TestApp, pool: ValuePool): Promise<Record<string, string>> {
  const { id, authorization } = await member(app, pool, 'demo');
  const { system, demo } = app;
  const productId = `product-${id}`;
  await createLicensedProduct(testContext(system, demo), {
    id: productId,
    name: 'Fuzzed',
    maxActivations: 3,
    allowsTrials: true,
    allowsOffline: true,
    variations: [{ id: `${productId}-once`, name: 'Once', prices: { EUR: 100, USD: 100 } }],
  });
  pool.add('productId', productId);
  const requests = [{ productId, quantity: 5 }];
  for (const license of await provisionLicenses(testContext(system, demo), { ownerId: id, requests })) {
    pool.add('licenseId', license.id);
  }
  return { authorization };
}
