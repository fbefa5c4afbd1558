import { fromBase64Url, utf8 } from './base64.ts';
import type { Keyring } from './keyring.ts';
import { type License, licenseOf } from './license.ts';

/**
 * Why a text is not a license for this application on this device:
 *
 * - `Malformed`: it is not a license token, or was cut off;
 * - `UnknownKey`: none of the available keys signed it: it was signed with a newer key of the vendor, or forged;
 * - `BadSignature`: it names an available key that did not sign it;
 * - `OtherAccount`, `OtherProduct`, `OtherDevice`: a genuine token for another account, product or device.
 */
export type TokenFault =
  | 'Malformed'
  | 'UnknownKey'
  | 'BadSignature'
  | 'OtherAccount'
  | 'OtherProduct'
  | 'OtherDevice';

/** The required claims of a token. All are compared literally. */
export interface Expectation {
  readonly accountId: string;
  readonly productId: string;
  readonly deviceSignature: string;
}

/** A license, or the reason why there is none. */
export type Verification = { readonly license: License } | { readonly fault: TokenFault };

/** The same as on the server: enough for the custom properties of four entities. */
const MAX_CHARACTERS = 256 * 1024;
/** Header members that would name another key, or require processing that this code does not support. */
const REFUSED_MEMBERS = ['crit', 'jwk', 'jku', 'x5c', 'x5u'];

/**
 * The token in a text, without the line breaks, quotes and marks that files, mails and shells add around and inside it.
 */
export function tokenIn(text: string): string {
  return text.replaceAll(/[\s\0"'\uFEFF]/g, '');
}

/**
 * Verifies a token: its format, its signature, and that it is for this account, product and device. When none of the
 * available keys signed it, the keyring fetches new ones, if it may. It does not check time: see `decide`. Raises
 * errors of the keyring only.
 */
export async function verifyToken(
  text: string,
  expected: Expectation,
  keyring: Keyring,
): Promise<Verification> {
  const token = tokenIn(text);
  const first = await verifyWith(token, expected, keyring);
  if (!('fault' in first) || first.fault !== 'UnknownKey') return first;
  const hasNewKeys = await keyring.refresh().catch(() => false);
  return hasNewKeys ? verifyWith(token, expected, keyring) : first;
}

async function verifyWith(token: string, expected: Expectation, keyring: Keyring): Promise<Verification> {
  if (token.length > MAX_CHARACTERS) return { fault: 'Malformed' };
  const [encodedHeader = '', encodedPayload = '', encodedSignature = '', ...rest] = token.split('.');
  const header = objectIn(encodedHeader);
  const claims = objectIn(encodedPayload);
  const signature = fromBase64Url(encodedSignature);
  if (rest.length > 0 || header === undefined || claims === undefined || signature === undefined)
    return { fault: 'Malformed' };
  if (header['typ'] !== 'JWT' || REFUSED_MEMBERS.some((member) => Object.hasOwn(header, member)))
    return { fault: 'Malformed' };

  // A key has one algorithm: the header only selects among keys, and never how they are used.
  const keys = (await keyring.keys()).filter(({ algorithm }) => algorithm === header['alg']);
  const sameName = keys.filter(({ kid }) => kid === header['kid']);
  const data = utf8(`${encodedHeader}.${encodedPayload}`);
  // Keys that a vendor imported may have another name, or none, in older tokens.
  const candidates = sameName.length > 0 ? sameName : keys;
  const verdicts = await Promise.all(candidates.map(({ verifies }) => verifies(signature, data)));
  if (!verdicts.includes(true)) return { fault: sameName.length > 0 ? 'BadSignature' : 'UnknownKey' };
  return compare(licenseOf(claims), expected);
}

/**
 * The content of a token for this account, product and device, without a check of its signature: for comparing two
 * tokens, never for trusting one.
 */
export function claimedLicense(text: string, expected: Expectation): License | undefined {
  const claims = objectIn(tokenIn(text).split('.')[1] ?? '');
  const verification = compare(claims && licenseOf(claims), expected);
  return 'license' in verification ? verification.license : undefined;
}

function compare(license: License | undefined, expected: Expectation): Verification {
  if (license === undefined) return { fault: 'Malformed' };
  if (license.accountId !== expected.accountId) return { fault: 'OtherAccount' };
  if (license.productId !== expected.productId) return { fault: 'OtherProduct' };
  if (license.deviceSignature !== expected.deviceSignature) return { fault: 'OtherDevice' };
  return { license };
}

function objectIn(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = fromBase64Url(encoded);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
