import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { decodeBase64Url } from './base64url.ts';

const argon2Async = promisify(argon2);

/** A guess costs an attacker 64 MiB and a good part of a second. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 };
const KEY_BYTES = 32;

/** A key derived from a passphrase: it seals one value and signs texts. */
export interface PassphraseKeys {
  /** 32 bytes */
  readonly sealing: Buffer;
  /** HMAC-SHA256 of the text, as base64url. */
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
}

/** A new salt, as base64url. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** Derives the keys of a passphrase with Argon2id. The same passphrase and salt give the same keys. */
export async function passphraseKeys(passphrase: string, salt: string): Promise<PassphraseKeys> {
  const nonce = decodeBase64Url(salt);
  if (nonce === undefined || nonce.length < 8) throw new RangeError('not a salt');
  const message = Buffer.from(passphrase.normalize('NFC'));
  const bytes = await argon2Async('argon2id', { ...COST, message, nonce, tagLength: 2 * KEY_BYTES });
  const signing = bytes.subarray(KEY_BYTES);
  const sign = (text: string): string => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    sealing: bytes.subarray(0, KEY_BYTES),
    sign,
    verify: (text, signature) => {
      const [expected, presented] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return expected.length === presented.length && timingSafeEqual(expected, presented);
    },
  };
}
