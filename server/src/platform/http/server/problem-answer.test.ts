import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { systemClock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/problem.ts';
import { readConfig } from '../../config.ts';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { createLog } from '../../log.ts';
import type { App } from '../route/app.ts';
import { registerProblems } from './problem-answer.ts';
import { createServer } from './server.ts';

async function answerTo(failure: Error) {
  const app: App = fastify();
  registerProblems(app);
  app.get('/', () => {
    throw failure;
  });
  return app.inject({ url: '/' });
}

const withCode = (code: string) => Object.assign(new Error('select secret from vault'), { code });

test('an unavailable, overloaded or deadlocked database is 503 with Retry-After', async () => {
  const failures = [
    new DatabaseUnavailable('the writer is busy'),
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('55P03'),
    withCode('40P01'),
    Object.assign(new Error('database is locked'), { errcode: 5 }),
    Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  ];
  for (const failure of failures) {
    const response = await answerTo(failure);
    assert.equal(response.statusCode, 503, failure.message);
    assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal(response.json().errorType, 'Overloaded');
    assert.equal(response.body.includes(failure.message), false);
  }
});

test('a client that goes away while it sends is no failure of the database', async () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
  const answer = await answerTo(aborted);
  assert.deepEqual([answer.statusCode, answer.json().errorType], [408, 'RequestTimeout']);
});

test('an internal error is 500, and reveals nothing', async () => {
  for (const failure of [new TypeError('x is undefined'), withCode('42601'), withCode('23505')]) {
    const response = await answerTo(failure);
    assert.equal(response.statusCode, 500);
    assert.equal(response.headers['content-type'], 'application/problem+json');
    const { traceId, ...rest } = response.json<Record<string, unknown>>();
    assert.ok(traceId);
    assert.deepEqual(rest, {
      type: 'urn:latchkey:problem:InternalError',
      title: 'The server failed',
      status: 500,
      errorType: 'InternalError',
    });
  }
});

test('a refusal is sent with what it has, and nothing of it is null', async () => {
  const bare = (await answerTo(notFound())).json<Record<string, unknown>>();
  assert.deepEqual(Object.keys(bare).toSorted(), ['errorType', 'status', 'title', 'traceId', 'type']);
  const full = { detail: 'It is taken.', instance: '42', errors: { id: ['is taken'] } };
  const { detail, instance, errors } = (await answerTo(conflict(full))).json();
  assert.deepEqual({ detail, instance, errors }, { ...full, errors: { id: ['The id is taken.'] } });
});

test('half of a surrogate pair in a request does not end up in the answer, which strict clients could not read', async () => {
  const half = { detail: 'No \uD83C.', instance: '\uDFB9', errors: { 'a\uD83C': ['has \uD83C'] } };
  const { body } = await answerTo(conflict(half));
  assert.doesNotMatch(body, /\\ud[89a-f]/i);
  const { detail, instance, errors } = JSON.parse(body);
  assert.deepEqual(
    { detail, instance, errors },
    { detail: 'No \uFFFD.', instance: '\uFFFD', errors: { 'a\uFFFD': ['The value "a\uFFFD" has \uFFFD.'] } },
  );
});

test('a route that does not say who may call it ends the start', async () => {
  const config = readConfig({ LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone' });
  const app = await createServer(config, createLog('silent'), systemClock);
  app.get('/open-by-mistake', async () => ({}));
  await assert.rejects(async () => app.ready(), /without config\.access: GET \/open-by-mistake/);
  await app.close();
});
