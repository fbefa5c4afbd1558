import { createPasswordHasher, type PasswordHasher } from '../src/platform/crypto/passwords.ts';

/** Argon2id at its minimum cost: for tests that sign people in and are not about hashing. */
export function testPasswords(): PasswordHasher {
  return createPasswordHasher({
    maxConcurrent: 4,
    maxQueued: 64,
    cost: { memory: 8, passes: 1, parallelism: 1 },
  });
}
