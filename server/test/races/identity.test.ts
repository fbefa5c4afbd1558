import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { type Account, createAccount } from '../../src/modules/accounts/index.ts';
import { type Customer } from '../../src/modules/customers/index.ts';
import { findCustomerByEmail } from '../../src/modules/customers/store.ts';
import { makeCode } from '../../src/modules/identity/codes/codes.ts';
import { type SignedIn, signUp } from '../../src/modules/identity/index.ts';
import type { IdentityTables } from '../../src/modules/identity/tables.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext, testTx } from '../context.ts';
import { openTestDatabase, type TestDatabase, testEngine } from '../database.ts';
import { systemOver } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('identity-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
const PASSWORD = 'Violet-42-tram';

let database: TestDatabase;
let system: System;
let account: Account;
before(async () => {
  database = await openTestDatabase();
  system = await systemOver(database.database, systemClock);
  account = await createAccount(system, { id: 'demo', name: 'Demo Audio', isDefault: true });
});
after(() => database.close());

let members = 0;
async function member(): Promise<SignedIn> {
  members += 1;
  const email = `member-${members}@example.com`;
  const result = await signUp(testContext(system, account), { name: 'Ada', email, password: PASSWORD });
  if (result.status !== 'SignedIn') throw new Error('the account wants confirmed emails');
  return result;
}

/** The results of every attempt at each subject, over all processes. */
async function race(name: string, times: number, subjects: readonly string[][]): Promise<string[][]> {
  const list = subjects.map((subject) => subject.join('|')).join(',');
  const processes = Array.from({ length: PROCESSES }, () => [database.location, name, String(times), list]);
  const results = await runTogether(SCRIPT, processes);
  return subjects.map((_, index) => results.flatMap((outcomes) => outcomesOf(outcomes)[index] ?? []));
}

function outcomesOf(answer: unknown): string[][] {
  assert.ok(Array.isArray(answer));
  return answer;
}

async function sessions(count: number): Promise<SignedIn[]> {
  const signIns: SignedIn[] = [];
  for (let index = 0; index < count; index += 1) signIns.push(await member());
  return signIns;
}

const tokensOf = ({ refreshToken, accessToken }: SignedIn): string[] => [refreshToken, accessToken];

async function resetCodes(count: number): Promise<{ customer: Customer; code: string }[]> {
  const emails = [];
  for (const { customer } of await sessions(count)) {
    const code = await system.database.transaction((tx) =>
      makeCode(testTx(system, tx, account), customer, { purpose: 'ResetPassword' }),
    );
    emails.push({ customer, code });
  }
  return emails;
}

test('a refresh token used many times concurrently has one successor, which all callers get', async () => {
  const subjects = await sessions(10);
  const outcomes = await race('refresh', 4, subjects.map(tokensOf));
  for (const [index, results] of outcomes.entries()) {
    assert.equal(results.length, 4 * PROCESSES);
    assert.equal(new Set(results).size, 1, results.join(' '));
    assert.match(results[0] ?? '', /^[\w-]{43}\.2\.[\w-]{43}$/);
    const { sessionId } = subjects[index] ?? assert.fail();
    const db = system.database.reader.tables<IdentityTables>();
    const tokens = await db
      .selectFrom('refreshTokens')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .orderBy('generation')
      .execute();
    assert.deepEqual(
      tokens.map(({ generation }) => generation),
      [1, 2],
    );
  }
});

test('a rotation that reads before it writes gives several successors in the same race', () =>
  untilExercised(async () => {
    const outcomes = await race('refresh-naive', 4, (await sessions(10)).map(tokensOf));
    const successors = outcomes.map(
      (results) => new Set(results.filter((each) => each !== 'RefreshRefused')).size,
    );
    assert.ok(
      successors.some((count) => count > 1),
      successors.join(' '),
    );
  }));

test('a reset code used many times concurrently sets one password', async () => {
  const codes = await resetCodes(2);
  const subjects = codes.map(({ customer, code }) => [customer.email, code]);
  const times = Math.ceil(20 / PROCESSES);
  for (const results of await race('reset', times, subjects)) {
    assert.equal(results.filter((each) => each === 'done').length, 1, results.join(' '));
    assert.ok(
      results.every((each) => each === 'done' || each === 'InvalidCode'),
      results.join(' '),
    );
  }
});

test('a reset that checks before it uses the code sets several passwords in the same race', () =>
  untilExercised(async () => {
    const codes = await resetCodes(2);
    const subjects = codes.map(({ customer, code }) => [customer.email, code]);
    const outcomes = await race('reset-naive', 4, subjects);
    assert.ok(
      outcomes.some((results) => results.filter((each) => each === 'done').length > 1),
      outcomes.join(' '),
    );
  }));

test('of many concurrent sign-ups with one email one creates a customer and the others learn that it is in use', async () => {
  const emails = ['one@example.com', 'two@example.com'];
  const outcomes = await race(
    'sign-up',
    4,
    emails.map((email) => [email]),
  );
  for (const [index, results] of outcomes.entries()) {
    assert.equal(results.filter((each) => each === 'done').length, 1, results.join(' '));
    assert.equal(
      results.filter((each) => each === 'EmailInUse').length,
      results.length - 1,
      results.join(' '),
    );
    assert.ok(await findCustomerByEmail(system.database.reader, 'demo', emails[index] ?? ''));
  }
});

test('a sign-up that checks before it inserts fails in the same race', () =>
  untilExercised(async (attempt) => {
    const outcomes = await race('sign-up-naive', 4, [
      [`three-${attempt}@example.com`],
      [`four-${attempt}@example.com`],
    ]);
    assert.ok(outcomes.flat().includes('failed'), outcomes.join(' '));
  }));
