import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { createPasswordHasher, passwordsAtOnce } from './passwords.ts';

const hasher = createPasswordHasher({ maxConcurrent: 4, maxQueued: 64 });
/** For passwords that are never hashed themselves. */
const cheap = createPasswordHasher({
  maxConcurrent: 4,
  maxQueued: 64,
  cost: { memory: 8, passes: 1, parallelism: 1 },
});
const password = 'Grün-9-Wald';

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

function phcOf(text: string, cost: Cost, saltBytes = 16, tagLength = 32): string {
  const nonce = Buffer.alloc(saltBytes, 7);
  const tag = argon2Sync('argon2id', { ...cost, message: text, nonce, tagLength });
  const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const today: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

test('a hash is a PHC string with the parameters of the contract and a salt of its own', async () => {
  const [one, two] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
  for (const phc of [one, two]) {
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  }
  assert.notEqual(one, two);
});

test('the password itself matches its hash and no other does', async () => {
  const phc = await hasher.hash(password);
  assert.deepEqual(await hasher.verify(password, phc), { matches: true, needsRehash: false });
  // The bytes are used unchanged: the same letters in decomposed form are another password.
  for (const other of ['', 'Grün-9-wald', `${password} `, `${password}\0`, password.normalize('NFD')]) {
    assert.deepEqual(await hasher.verify(other, phc), { matches: false, needsRehash: false }, other);
  }
});

test('a hash made elsewhere matches', async () => {
  // A vector from the tests of the reference implementation.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.deepEqual(await hasher.verify('password', reference), { matches: true, needsRehash: true });
  assert.deepEqual(await hasher.verify('Password', reference), { matches: false, needsRehash: false });
});

test('a hash with outdated parameters must be replaced, once it matches', async () => {
  const outdated = [
    phcOf(password, { ...today, memory: 8 }),
    phcOf(password, { ...today, memory: 65_536 }),
    phcOf(password, { ...today, passes: 1 }),
    phcOf(password, { ...today, parallelism: 2 }),
    phcOf(password, today, 8),
    phcOf(password, today, 16, 16),
  ];
  for (const phc of outdated) {
    assert.deepEqual(await hasher.verify(password, phc), { matches: true, needsRehash: true }, phc);
    assert.deepEqual(await hasher.verify('another', phc), { matches: false, needsRehash: false }, phc);
  }
  assert.deepEqual(await hasher.verify(password, phcOf(password, today)), {
    matches: true,
    needsRehash: false,
  });
});

test('a stored string that requires more work than the bounds never matches, even with the right password', async () => {
  const hostile = [
    phcOf(password, { ...today, memory: 65_537 }),
    phcOf(password, { memory: 64, passes: 11, parallelism: 1 }),
    phcOf(password, { memory: 64, passes: 1, parallelism: 5 }),
    phcOf(password, { memory: 64, passes: 1, parallelism: 1 }, 65),
    phcOf(password, { memory: 64, passes: 1, parallelism: 1 }, 16, 65),
    phcOf(password, { memory: 64, passes: 1, parallelism: 1 }, 16, 15),
  ];
  for (const phc of hostile) {
    assert.deepEqual(await cheap.verify(password, phc), { matches: false, needsRehash: false }, phc);
  }
});

test('a stored string that is not exactly an Argon2id hash never matches and never throws', async () => {
  const good = phcOf(password, today);
  const broken = [
    '',
    'x',
    password,
    `${good}=`,
    `${good}\n`,
    ` ${good}`,
    good.replace('argon2id', 'argon2i'),
    good.replace('v=19', 'v=16'),
    good.replace('$v=19', ''),
    good.replace('m=19456', 'm=019456'),
    good.replace('m=19456', 'm=4294967295'),
    good.replace('m=19456', 'm=1e4'),
    good.replace('m=19456', 'm=7'),
    good.replace('t=2', 't=0'),
    good.replace('p=1', 'p=0'),
    good.replace('m=19456,t=2', 't=2,m=19456'),
    good.slice(0, good.lastIndexOf('$')),
    good.slice(0, -1),
  ];
  for (const phc of broken) {
    assert.deepEqual(await cheap.verify(password, phc), { matches: false, needsRehash: false }, phc);
  }
});

test('an unknown user costs a real hash and never matches', async () => {
  const single = createPasswordHasher({ maxConcurrent: 1, maxQueued: 0 });
  const first = single.verifyAgainstNothing(password);
  await assert.rejects(single.verifyAgainstNothing(password), isOverloaded);
  assert.deepEqual(await first, { matches: false, needsRehash: false });
  const malformed = single.verify(password, 'not a hash');
  await assert.rejects(single.verify(password, 'not a hash'), isOverloaded);
  assert.deepEqual(await malformed, { matches: false, needsRehash: false });
});

test('when the queue is full the next is refused with 503 and Retry-After', async () => {
  const small = createPasswordHasher({ maxConcurrent: 2, maxQueued: 3 });
  const accepted = Array.from({ length: 5 }, () => small.hash(password));
  const refused = [small.hash(password), small.verify(password, phcOf(password, today))];
  for (const work of refused) await assert.rejects(work, isOverloaded);
  assert.equal(new Set(await Promise.all(accepted)).size, 5);
  assert.match(await small.hash(password), /^\$argon2id\$/);
});

test('waiting callers are served in the order of their arrival', async () => {
  const single = createPasswordHasher({ maxConcurrent: 1, maxQueued: 8 });
  const finished: number[] = [];
  const phc = phcOf(password, { memory: 64, passes: 1, parallelism: 1 });
  const note = (index: number) => (): void => {
    finished.push(index);
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map((index) => single.verify(password, phc).then(note(index))));
  assert.deepEqual(finished, [0, 1, 2, 3, 4, 5]);
});

test('passwords leave a core and half of the threads of the pool to license tokens, and never take more than four', () => {
  const limits = [
    [1, undefined, 1],
    [2, undefined, 1],
    [3, undefined, 2],
    [64, undefined, 2],
    [64, '8', 4],
    [64, '128', 4],
    [64, '1', 1],
    [64, 'many', 2],
  ] as const;
  for (const [cores, poolSize, most] of limits) assert.equal(passwordsAtOnce(cores, poolSize), most);
});

function isOverloaded(error: unknown): boolean {
  assert.ok(error instanceof Problem);
  assert.equal(error.status, 503);
  assert.equal(error.errorType, 'Overloaded');
  assert.match(error.headers?.['Retry-After'] ?? '', /^[1-9]\d*$/);
  return true;
}
