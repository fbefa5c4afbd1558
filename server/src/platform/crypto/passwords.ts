import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurnstile } from '../turnstile.ts';
import { decodeUnpaddedBase64, encodeUnpaddedBase64 } from './base64url.ts';

/** The result of comparing a password with a stored hash. */
interface PasswordVerdict {
  readonly matches: boolean;
  /** The password matches, but its hash was created with outdated parameters: store a new one. */
  readonly needsRehash: boolean;
}

/**
 * Hashes passwords with Argon2id (wire contract section 2), a few at a time and away from the main thread.
 * Every function rejects with 503 `Overloaded` and `Retry-After` when too many are waiting.
 */
export interface PasswordHasher {
  /** A new hash of the password as a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored PHC string. A string that is not an Argon2id hash, or that requires more work
   * than the bounds below, never matches, and costs as much as a valid one.
   */
  verify(password: string, phc: string): Promise<PasswordVerdict>;
  /** Does the work of `verify` and never matches, so that an unknown email takes as long as a known one. */
  verifyAgainstNothing(password: string): Promise<PasswordVerdict>;
}

interface PasswordHasherOptions {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** The cost of a new hash. Default 19 MiB and two passes; lower only in tests. */
  readonly cost?: Cost;
}

/**
 * Creates a hasher that runs `maxConcurrent` hashes at a time, each with 19 MiB and a core, and lets `maxQueued` more
 * wait in order of arrival.
 */
export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const takeTurn = createTurnstile(options);
  const currentCost = options.cost ?? DEFAULT_COST;
  const derive = (password: string, hash: Omit<StoredHash, 'tag'>, tagLength: number): Promise<Buffer> =>
    takeTurn(() =>
      argon2Async('argon2id', { ...hash.cost, message: Buffer.from(password), nonce: hash.salt, tagLength }),
    );

  const verifyAgainstNothing = async (password: string): Promise<PasswordVerdict> => {
    await derive(password, { cost: currentCost, salt: noSalt }, TAG_BYTES);
    return { matches: false, needsRehash: false };
  };

  return {
    verifyAgainstNothing,
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return formatPhc({
        cost: currentCost,
        salt,
        tag: await derive(password, { cost: currentCost, salt }, TAG_BYTES),
      });
    },
    async verify(password, phc) {
      const hash = parsePhc(phc);
      if (hash === undefined) return verifyAgainstNothing(password);
      const matches = timingSafeEqual(await derive(password, hash, hash.tag.length), hash.tag);
      return { matches, needsRehash: matches && !isMadeWith(hash, currentCost) };
    },
  };
}

/** Whether a text is the PHC string of an Argon2id hash that `verify` accepts. */
export function isPasswordHash(text: string): boolean {
  return parsePhc(text) !== undefined;
}

const MOST_PASSWORDS_AT_ONCE = 4;
const DEFAULT_POOL_THREADS = 4;

/**
 * The number of passwords to hash at once: at most four, and few enough to leave a core for everything else and half of
 * the threads of Node's pool for files and DNS. A flood of sign-ins then queues behind itself.
 * `poolSize` is the value of `UV_THREADPOOL_SIZE`.
 */
export function passwordsAtOnce(cores: number, poolSize: string | undefined): number {
  const size = Number.parseInt(poolSize ?? '', 10);
  const threads = size >= 1 ? size : DEFAULT_POOL_THREADS;
  return Math.max(1, Math.min(MOST_PASSWORDS_AT_ONCE, cores - 1, Math.floor(threads / 2)));
}

/** The parameters of Argon2id. */
interface Cost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface StoredHash {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const argon2Async = promisify(argon2);

const SALT_BYTES = 16;
const TAG_BYTES = 32;

const DEFAULT_COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** The maximum cost of a stored hash: enough for the defaults of common libraries, too little to do harm. */
const costBounds: Cost = { memory: 65_536, passes: 10, parallelism: 4 };
const saltBounds = { min: 8, max: 64 };
const tagBounds = { min: 16, max: 64 };

const noSalt = Buffer.alloc(SALT_BYTES);

const phcExpression =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{1,88})\$([A-Za-z0-9+/]{1,88})$/;

function formatPhc({ cost, salt, tag }: StoredHash): string {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${encodeUnpaddedBase64(salt)}$${encodeUnpaddedBase64(tag)}`;
}

function parsePhc(text: string): StoredHash | undefined {
  const [, memory, passes, parallelism, encodedSalt, encodedTag] = phcExpression.exec(text) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const salt = decodeUnpaddedBase64(encodedSalt ?? '');
  const tag = decodeUnpaddedBase64(encodedTag ?? '');
  if (salt === undefined || !isWithin(saltBounds, salt.length)) return undefined;
  if (tag === undefined || !isWithin(tagBounds, tag.length)) return undefined;
  const affordable =
    // Argon2 itself requires at least 8 KiB per lane.
    isWithin({ min: 8 * cost.parallelism, max: costBounds.memory }, cost.memory) &&
    cost.passes <= costBounds.passes &&
    cost.parallelism <= costBounds.parallelism;
  return affordable ? { cost, salt, tag } : undefined;
}

function isWithin(bounds: { min: number; max: number }, value: number): boolean {
  return value >= bounds.min && value <= bounds.max;
}

function isMadeWith({ cost, salt, tag }: StoredHash, current: Cost): boolean {
  return (
    cost.memory === current.memory &&
    cost.passes === current.passes &&
    cost.parallelism === current.parallelism &&
    salt.length === SALT_BYTES &&
    tag.length === TAG_BYTES
  );
}
