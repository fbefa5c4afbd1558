import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as problems from './problem.ts';

const { Problem, defineProblem, invalidInput, notFound } = problems;

test('a problem carries its kind and what this occurrence adds', () => {
  const noSeatLeft = defineProblem({
    status: 409,
    errorType: 'SeatsTaken',
    title: 'No free seat',
    detail: 'No seat is free.',
  });
  assert.equal(noSeatLeft().detail, 'No seat is free.');
  const problem = noSeatLeft({
    detail: 'All 3 seats are in use.',
    instance: '42',
    errors: { deviceName: ['must not be blank'] },
    headers: { 'Retry-After': '5' },
  });
  assert.ok(problem instanceof Problem && problem instanceof Error);
  assert.equal(problem.status, 409);
  assert.equal(problem.errorType, 'SeatsTaken');
  assert.equal(problem.title, 'No free seat');
  assert.equal(problem.detail, 'All 3 seats are in use.');
  assert.equal(problem.instance, '42');
  assert.deepEqual(problem.errors, { deviceName: ['must not be blank'] });
  assert.deepEqual(problem.headers, { 'Retry-After': '5' });
  assert.equal(problem.message, 'All 3 seats are in use.');
  assert.match(problem.stack ?? '', /problem\.test\.ts/);
});

test('fields that do not apply to an occurrence are absent rather than undefined', () => {
  const problem = notFound();
  for (const field of ['detail', 'instance', 'errors', 'headers']) {
    assert.equal(Object.hasOwn(problem, field), false, field);
  }
  assert.equal(problem.message, problem.title);
});

test('every invalid input answers 400 InvalidInput with its errors', () => {
  const problem = invalidInput({ errors: { name: ['is required'] } });
  assert.equal(problem.status, 400);
  assert.equal(problem.errorType, 'InvalidInput');
  assert.deepEqual(problem.errors, { name: ['is required'] });
});

test('a kind of problem that breaks the contract cannot be defined', () => {
  const kind = {
    status: 409,
    errorType: 'EmailInUse',
    title: 'The email is in use',
    detail: 'Another customer has this email.',
  };
  assert.doesNotThrow(() => defineProblem(kind));
  for (const wrong of [
    { status: 200 },
    { status: 399 },
    { status: 600 },
    { status: 409.5 },
    { errorType: 'email_in_use' },
    { errorType: 'emailInUse' },
    { errorType: '' },
    { title: ' ' },
    { detail: ' ' },
  ]) {
    assert.throws(() => defineProblem({ ...kind, ...wrong }), RangeError, JSON.stringify(wrong));
  }
});

test('the common problems have the statuses and codes of the contract', () => {
  const answers = [
    problems.invalidInput(),
    problems.unauthorized(),
    problems.forbidden(),
    problems.notFound(),
    problems.conflict(),
    problems.payloadTooLarge(),
    problems.unsupportedMediaType(),
    problems.rateLimited(),
    problems.overloaded(),
  ].map((problem) => `${problem.status} ${problem.errorType}`);
  assert.deepEqual(answers, [
    '400 InvalidInput',
    '401 Unauthorized',
    '403 Forbidden',
    '404 NotFound',
    '409 Conflict',
    '413 PayloadTooLarge',
    '415 UnsupportedMediaType',
    '429 RateLimited',
    '503 Overloaded',
  ]);
});
