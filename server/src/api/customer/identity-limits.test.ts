import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { after, before, test } from 'node:test';
import { overloaded } from '../../kernel/problem.ts';
import { createPasswordHasher } from '../../platform/crypto/passwords.ts';
import {
  assertRefused,
  type IdentityApp,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const SECOND_MS = 1_000;
const OFF = {
  signInPerMinute: 0,
  signUpPerMinute: 0,
  passwordResetPerMinute: 0,
  signInFailuresBeforeDelay: 0,
  mailsPerAddressAndHour: 0,
};

/** Runs with some limits at their defaults, and then turns all off again. */
async function withLimits(limits: object, work: () => Promise<void>): Promise<void> {
  await app.settings({ limits: { ...OFF, ...limits } });
  try {
    await work();
  } finally {
    await app.settings({ limits: OFF });
  }
}

/** Runs with passwords hashed at the cost of production, and this many allowed to wait. */
async function atFullCost(work: () => Promise<void>, maxQueued = 64): Promise<void> {
  const { passwords } = app.system;
  const cheap = { ...passwords };
  Object.assign(passwords, createPasswordHasher({ maxConcurrent: 4, maxQueued }));
  try {
    await work();
  } finally {
    Object.assign(passwords, cheap);
  }
}

function retryAfter(response: { headers: Record<string, unknown> }): number {
  const seconds = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(response.headers['retry-after']));
  return seconds;
}

const GUARDED = {
  'sign-in': ['signInPerMinute', { query: { email: 'a@b.example' }, text: PASSWORD }],
  'sign-up': ['signUpPerMinute', { json: { name: 'A', email: 'a@b.example', password: PASSWORD } }],
  'forgot-password': ['passwordResetPerMinute', { query: { email: 'a@b.example' } }],
  'reset-password': [
    'passwordResetPerMinute',
    { query: { email: 'a@b.example', code: 'x' }, text: PASSWORD },
  ],
  'reset-password/check': ['passwordResetPerMinute', { query: { email: 'a@b.example', code: 'x' } }],
  'confirm-account': ['passwordResetPerMinute', { query: { email: 'a@b.example', code: 'x' } }],
  'confirm-email': ['passwordResetPerMinute', { query: { email: 'a@b.example', code: 'x' } }],
} as const;

for (const [action, [limit, request]] of Object.entries(GUARDED)) {
  test(`${action} is refused above the limit of one address and minute, and of nobody else`, async () => {
    await withLimits({ [limit]: 3 }, async () => {
      const call = (remoteAddress: string, account = app.demo) =>
        app.call('POST', `identity/${action}`, { ...request, remoteAddress, account });
      for (let use = 0; use < 3; use += 1) assert.notEqual((await call('192.0.2.1')).statusCode, 429);
      const refused = await call('192.0.2.1');
      assertRefused(refused, 429, 'RateLimited');
      assert.notEqual((await call('192.0.2.2')).statusCode, 429);
      assert.notEqual((await call('192.0.2.1', app.other)).statusCode, 429);
      app.system.clock.advance(retryAfter(refused) * SECOND_MS);
      assert.notEqual((await call('192.0.2.1')).statusCode, 429);
    });
  });

  test(`${action} is not refused to the many customers of a carrier, who share a /48`, async () => {
    await withLimits({ [limit]: 1 }, async () => {
      for (let network = 0; network < 10; network += 1) {
        const remoteAddress = `2001:db8:50:${network}::1`;
        const response = await app.call('POST', `identity/${action}`, { ...request, remoteAddress });
        assert.notEqual(response.statusCode, 429);
      }
    });
  });
}

test('after five wrong passwords each further guess waits longer, whether or not anybody has the email', async () => {
  const member = await app.signUp();
  await withLimits({ signInFailuresBeforeDelay: 5 }, async () => {
    for (const email of [member.email, 'nobody-here@example.com']) {
      for (let guess = 0; guess < 5; guess += 1) {
        assertRefused(
          await app.signIn(guess % 2 === 0 ? email : email.toUpperCase(), OTHER_PASSWORD),
          400,
          'InvalidCredentials',
        );
      }
      const waits: number[] = [];
      for (let guess = 0; guess < 4; guess += 1) {
        const refused = await app.signIn(email, OTHER_PASSWORD);
        assertRefused(refused, 429, 'RateLimited');
        waits.push(retryAfter(refused));
        app.system.clock.advance(retryAfter(refused) * SECOND_MS);
        assertRefused(await app.signIn(email, OTHER_PASSWORD), 400, 'InvalidCredentials');
      }
      assert.deepEqual(waits, [1, 2, 4, 8]);
    }
  });
});

test('while a guess has to wait the right password waits too, and success forgets the failures', async () => {
  const member = await app.signUp();
  await withLimits({ signInFailuresBeforeDelay: 2 }, async () => {
    for (let guess = 0; guess < 2; guess += 1) await app.signIn(member.email, OTHER_PASSWORD);
    const refused = await app.signIn(member.email);
    assertRefused(refused, 429, 'RateLimited');
    assert.equal(
      (await app.signIn(member.email, PASSWORD, app.other)).statusCode,
      400,
      'other accounts are not touched',
    );
    app.system.clock.advance(retryAfter(refused) * SECOND_MS);
    for (let use = 0; use < 6; use += 1) assert.equal((await app.signIn(member.email)).statusCode, 200);
  });
});

test('concurrent guesses get no more tries than sequential ones', async () => {
  const member = await app.signUp();
  await withLimits({ signInFailuresBeforeDelay: 5 }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.signIn(member.email, OTHER_PASSWORD)),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 400).length, 5);
    assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 15);
  });
});

test('a stolen access token gives no more guesses at the current password than a sign-in', async () => {
  const { accessToken: token, email } = await app.signUp();
  await withLimits({ signInFailuresBeforeDelay: 2 }, async () => {
    const json = { currentPassword: OTHER_PASSWORD, newPassword: 'Yellow-99-kite' };
    for (let guess = 0; guess < 2; guess += 1) {
      assertRefused(
        await app.call('POST', 'identity/set-password', { token, json }),
        400,
        'InvalidCredentials',
      );
    }
    assertRefused(await app.call('POST', 'identity/set-password', { token, json }), 429, 'RateLimited');
    assertRefused(await app.signIn(email), 429, 'RateLimited');
  });
});

test('a customer who knows the password cannot have it hashed without end', async () => {
  const { accessToken: token } = await app.signUp();
  await withLimits({ passwordResetPerMinute: 2 }, async () => {
    const json = { currentPassword: PASSWORD, newPassword: PASSWORD };
    const set = () => app.call('POST', 'identity/set-password', { token, json });
    for (let use = 0; use < 2; use += 1) assert.equal((await set()).statusCode, 200);
    assertRefused(await set(), 429, 'RateLimited');
  });
});

test('nobody can flood an inbox by claiming its address', async () => {
  const { accessToken: token } = await app.signUp();
  const victim = (index: number) => `victim${index % 2}@example.com`;
  await withLimits({ mailsPerAddressAndHour: 2 }, async () => {
    const change = (email: string) => app.call('PATCH', 'identity', { token, json: { email } });
    for (let use = 0; use < 4; use += 1) assert.equal((await change(victim(use))).statusCode, 200);
    const refused = await change(victim(0));
    assertRefused(refused, 429, 'RateLimited');
    assert.equal(retryAfter(refused), 3_600);
    assert.equal((await change(victim(1).toUpperCase())).statusCode, 200, 'the present email is no new one');
  });
});

test('the last mail of an hour has the code that works', async () => {
  await withLimits({ mailsPerAddressAndHour: 2 }, async () => {
    const { accessToken: token } = await app.signUp();
    const email = 'moved@example.com';
    await app.call('PATCH', 'identity', { token, json: { email } });
    const statuses: number[] = [];
    for (let use = 0; use < 3; use += 1)
      statuses.push((await app.call('POST', 'identity/send-confirmation', { token })).statusCode);
    assert.deepEqual(statuses, [200, 200, 429]);
    const code = await app.mailedCode('confirm-email', email);
    const confirmed = await app.call('POST', 'identity/confirm-email', { query: { email, code } });
    assert.equal(confirmed.statusCode, 200, confirmed.body);
  });
});

test('the last reminder of an hour has the code that works', async (context) => {
  context.after(() => app.settings({ requiresConfirmedEmail: false }));
  await app.settings({ requiresConfirmedEmail: true });
  await withLimits({ mailsPerAddressAndHour: 2 }, async () => {
    const newcomer = 'newcomer@example.com';
    await app.call('POST', 'identity/sign-up', {
      json: { name: 'Ada', email: newcomer, password: PASSWORD },
    });
    for (let use = 0; use < 3; use += 1) await app.signIn(newcomer);
    const last = await app.mailedCode('confirm-account', newcomer);
    const query = { email: newcomer, code: last };
    assert.equal((await app.call('POST', 'identity/confirm-account', { query })).statusCode, 200);
  });
});

test('changes of an email are limited by the address of the client', async () => {
  const { accessToken: token } = await app.signUp();
  await withLimits({ signUpPerMinute: 2 }, async () => {
    const change = (index: number) =>
      app.call('PATCH', 'identity', { token, json: { email: `many${index}@example.com` } });
    for (let use = 0; use < 2; use += 1) assert.equal((await change(use)).statusCode, 200);
    assertRefused(await change(2), 429, 'RateLimited');
    assert.equal((await app.call('PATCH', 'identity', { token, json: { name: 'Ada' } })).statusCode, 200);
  });
});

test('a new password by mail ends the waiting', async () => {
  const { email } = await app.signUp();
  await withLimits({ signInFailuresBeforeDelay: 1 }, async () => {
    await app.signIn(email, OTHER_PASSWORD);
    assertRefused(await app.signIn(email), 429, 'RateLimited');
    await app.call('POST', 'identity/forgot-password', { query: { email } });
    const code = await app.mailedCode('reset-password', email);
    await app.call('POST', 'identity/reset-password', { query: { email, code }, text: OTHER_PASSWORD });
    assert.equal((await app.signIn(email, OTHER_PASSWORD)).statusCode, 200);
  });
});

test('nobody can flood an inbox: above the limit of an hour the response is the same and no mail is sent', async () => {
  const { email } = await app.signUp();
  await withLimits({ mailsPerAddressAndHour: 2 }, async () => {
    const ask = () => app.call('POST', 'identity/forgot-password', { query: { email } });
    for (let use = 0; use < 5; use += 1) assert.equal((await ask()).statusCode, 200);
    const countMails = async () =>
      (await app.mails()).filter(({ kind, recipient }) => kind === 'reset-password' && recipient === email);
    assert.equal((await countMails()).length, 2);
    app.system.clock.advance(3_600 * SECOND_MS);
    await ask();
    assert.equal((await countMails()).length, 3);
  });
});

test('passwords beyond the hashing capacity are refused with 503 and Retry-After', () =>
  atFullCost(async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.signIn('nobody@example.com')));
    const refused = answers.filter(({ statusCode }) => statusCode !== 400);
    assert.ok(refused.length > 0);
    for (const response of refused) {
      assertRefused(response, 503, 'Overloaded');
      retryAfter(response);
    }
  }, 4));

test('a guess that the server was too busy to check is not held against its email', async () => {
  const { email } = await app.signUp();
  const { passwords } = app.system;
  const verify = passwords.verify.bind(passwords);
  await withLimits({ signInFailuresBeforeDelay: 2 }, async () => {
    Object.assign(passwords, {
      verify: () => Promise.reject(overloaded({ headers: { 'Retry-After': '1' } })),
    });
    try {
      for (let guess = 0; guess < 3; guess += 1) assertRefused(await app.signIn(email), 503, 'Overloaded');
    } finally {
      Object.assign(passwords, { verify });
    }
    for (let guess = 0; guess < 2; guess += 1) {
      assertRefused(await app.signIn(email, OTHER_PASSWORD), 400, 'InvalidCredentials');
    }
    assertRefused(await app.signIn(email), 429, 'RateLimited');
  });
});

/**
 * The chance that a random sample of `left` took longer than one of `right`, with ties counted half: 0.5 when both come
 * from one distribution, 0 or 1 when they do not overlap (Mann-Whitney). Outliers count no more than any other sample.
 */
function chanceOfLonger(left: readonly number[], right: readonly number[]): number {
  let longer = 0;
  for (const one of left) for (const other of right) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (left.length * right.length);
}

/** Times two calls alternately, so that other load on the machine affects both equally. */
async function interleave(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of order) {
      const start = performance.now();
      await (side === 0 ? one : other)();
      times[side]?.push(performance.now() - start);
    }
  }
  return times;
}

test('the time of a sign-in does not tell whether anybody has the email', () =>
  atFullCost(async () => {
    const member = await app.signUp();
    const guess = () => app.signIn(member.email, OTHER_PASSWORD);
    const unknown = () => app.signIn('nobody@example.com', OTHER_PASSWORD);
    await interleave(guess, unknown, 3);
    const chance = chanceOfLonger(...(await interleave(guess, unknown, 24)));
    assert.ok(chance > 0.1 && chance < 0.9, `a known email takes longer with a chance of ${chance}`);

    // A sign-in that hashes nothing for an unknown email could be distinguished: the statistic detects it.
    const hashless = () => app.call('GET', 'meta/user');
    const naive = chanceOfLonger(...(await interleave(guess, hashless, 10)));
    assert.ok(naive > 0.95, `without its hash a sign-in is told apart with a chance of ${naive}`);
  }));

test('the time of a forgotten password does not tell whether anybody has the email', async () => {
  const member = await app.signUp();
  const forgot = (email: string) => () => app.call('POST', 'identity/forgot-password', { query: { email } });
  const [ofCustomer, ofNobody] = [forgot(member.email), forgot('nobody@example.com')];
  await interleave(ofCustomer, ofNobody, 5);
  const chance = chanceOfLonger(...(await interleave(ofCustomer, ofNobody, 60)));
  assert.ok(chance > 0.15 && chance < 0.85, `a known email takes longer with a chance of ${chance}`);
});

test('sign-in does the same work for a wrong password, an unknown email and a customer without a password', async () => {
  const member = await app.signUp();
  const { passwords } = app.system;
  const work: string[] = [];
  const verify = passwords.verify.bind(passwords);
  const nothing = passwords.verifyAgainstNothing.bind(passwords);
  passwords.verify = (password, phc) => (work.push('one hash'), verify(password, phc));
  passwords.verifyAgainstNothing = (password) => (work.push('one hash'), nothing(password));
  try {
    for (const email of [member.email, 'nobody@example.com', '\u212A@example.com'])
      await app.signIn(email, OTHER_PASSWORD);
  } finally {
    Object.assign(passwords, { verify, verifyAgainstNothing: nothing });
  }
  assert.deepEqual(work, ['one hash', 'one hash', 'one hash']);
});
