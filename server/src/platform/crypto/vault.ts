import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { decodeBase64Url } from './base64url.ts';

/** An account as the vault sees it: its id and its sealed data key, both as stored. */
interface VaultAccount {
  readonly id: string;
  /** The result of `createDataKey` for this id. */
  readonly dataKey: string;
}

/**
 * Encrypts secrets at rest and signs texts, all under the instance secret (architecture, Secrets). Has no cache:
 * callers keep decrypted secrets for as long as they need them.
 */
export interface Vault {
  /** A new data key for an account, sealed under the instance secret and bound to the account's id. */
  createDataKey(accountId: string): string;
  /** The data key of an account, sealed under another key of 32 bytes, for an instance with another secret. */
  exportDataKey(account: VaultAccount, key: Buffer): string;
  /** The data key from `exportDataKey`, sealed under the instance secret. Throws a `SealBroken` as `open` does. */
  importDataKey(accountId: string, key: Buffer, sealed: string): string;
  /** Encrypts a text for one row of one account. The same text seals differently each time. */
  seal(account: VaultAccount, rowId: string, plaintext: string): string;
  /**
   * The text that was sealed for this row of this account. Throws a `SealBroken` when anything differs: a
   * byte of the sealed text, the row, the account, its data key or the instance secret.
   */
  open(account: VaultAccount, rowId: string, sealed: string): string;
  /**
   * A lookup key of a text for one purpose under the account's data key, as base64url: it moves with the account, and
   * nobody without the key can test a guess.
   */
  lookupKey(account: VaultAccount, purpose: string, text: string): string;
  /** 32 secret bytes that depend only on the instance secret and the purpose. */
  derive(purpose: string): Buffer;
  /** A signature of the text for one purpose: HMAC-SHA256 as base64url. */
  sign(purpose: string, text: string): string;
  /** Whether the signature is this vault's for this purpose and text. Takes the same time wherever it differs. */
  verify(purpose: string, text: string, signature: string): boolean;
}

/** A sealed text could not be opened; the error reveals neither the reason nor the content. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed text is damaged, or was sealed for something else or under another instance secret');
    this.name = 'SealBroken';
  }
}

/**
 * Opens the vault of an instance. Throws a `RangeError` when the secret is shorter than 32 characters.
 */
export function openVault(instanceSecret: string): Vault {
  if (instanceSecret.length < 32) throw new RangeError('the instance secret needs at least 32 characters');
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', instanceSecret, 'latchkey', purpose, 32));
  const wrappingKey = derive('vault/data-keys');
  const signingKey = derive('vault/signatures');

  const unwrap = (account: VaultAccount): Buffer =>
    decrypt(wrappingKey, ['data-key', account.id], account.dataKey);
  const sign = (purpose: string, text: string): string =>
    createHmac('sha256', signingKey)
      .update(unambiguous([purpose, text]))
      .digest('base64url');

  return {
    createDataKey: (accountId) => encrypt(wrappingKey, ['data-key', accountId], randomBytes(32)),
    exportDataKey: (account, key) => encrypt(key, ['moved-data-key', account.id], unwrap(account)),
    importDataKey: (accountId, key, sealed) =>
      encrypt(wrappingKey, ['data-key', accountId], decrypt(key, ['moved-data-key', accountId], sealed)),
    seal: (account, rowId, plaintext) =>
      encrypt(unwrap(account), ['row', account.id, rowId], Buffer.from(plaintext)),
    open: (account, rowId, sealed) => decrypt(unwrap(account), ['row', account.id, rowId], sealed).toString(),
    lookupKey: (account, purpose, text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', unwrap(account), 'latchkey', 'lookup-keys', 32)))
        .update(unambiguous([account.id, purpose, text]))
        .digest('base64url'),
    derive: (purpose) => derive(`derived/${purpose}`),
    sign,
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(sign(purpose, text));
      const presented = Buffer.from(signature);
      return presented.length === expected.length && timingSafeEqual(presented, expected);
    },
  };
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.` and the base64url of nonce, ciphertext and tag; the context is authenticated with it. */
function encrypt(key: Buffer, context: readonly string[], plaintext: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(unambiguous([VERSION, ...context]));
  const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

function decrypt(key: Buffer, context: readonly string[], sealed: string): Buffer {
  const bytes = sealed.startsWith(`${VERSION}.`)
    ? decodeBase64Url(sealed.slice(VERSION.length + 1))
    : undefined;
  if (bytes === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(unambiguous([VERSION, ...context]));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plaintext = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}

/** An encoding that differs for every list of texts: JSON preserves the boundaries between them. */
function unambiguous(parts: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(parts));
}
