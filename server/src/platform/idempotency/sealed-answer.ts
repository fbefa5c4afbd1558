import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from '../crypto/vault.ts';

interface SealedPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts headers and body under the instance secret, bound to `context`: AES-256-GCM as base64url. */
export function sealAnswer(vault: Pick<Vault, 'derive'>, context: string, part: SealedPart): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(vault), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = `${new URLSearchParams(part.headers).toString()}\n${part.body}`;
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** The text that `sealAnswer` sealed for the same context; throws when anything differs. */
export function openAnswer(vault: Pick<Vault, 'derive'>, context: string, sealed: string): SealedPart {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(vault), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  const text = opened.toString();
  const headersEnd = text.indexOf('\n');
  return {
    headers: Object.fromEntries(new URLSearchParams(text.slice(0, headersEnd))),
    body: text.slice(headersEnd + 1),
  };
}

function keyOf(vault: Pick<Vault, 'derive'>): Buffer {
  return vault.derive('idempotency-answers');
}
