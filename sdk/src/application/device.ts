import { toBase64, toBase64Url, utf8 } from './base64.ts';
import type { LicenseStorage } from './storage.ts';

/** Facts that stay the same on a device and differ between devices, such as the id of the machine. */
export type DeviceFacts = Readonly<Record<string, string>>;

/** A device in the requests of the application. */
export interface Device {
  /** The customer sees it in their list of devices; at most 256 characters. */
  readonly name: string;
  /** Identifies the device; compared literally; at most 512 characters. */
  readonly signature: string;
}

const FACT_NAME = /^[a-z][a-z0-9-]*$/;
const LINE_CHARACTERS = 64;

/**
 * The signature of a device: base64url of SHA-256 over a text of lines: `latchkey-device-v1`, the account, and a line
 * `name=value` for each fact, sorted by name, with values trimmed and in lower case (ASCII). The facts themselves
 * never leave the device, and two vendors cannot compare their customers' devices. Raises a `TypeError` when there is
 * no fact, or one whose name is not like `machine-id` or whose value is blank or has a line break in it.
 */
export async function deviceSignature(accountId: string, facts: DeviceFacts): Promise<string> {
  const names = Object.keys(facts).toSorted();
  if (names.length === 0) throw new TypeError('A device signature needs at least one fact about the device.');
  const lines = names.map((name) => {
    const value = facts[name] ?? '';
    if (!FACT_NAME.test(name) || !isUsable(value))
      throw new TypeError(`The fact "${name}" cannot be part of a device signature.`);
    return `${name}=${normalized(value)}`;
  });
  const text = ['latchkey-device-v1', accountId, ...lines].join('\n');
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

/**
 * A fact for devices without any, such as a browser: a random id that is kept in the storage. If the storage is
 * cleared, the device counts as a new one.
 */
export async function installationFacts(storage: LicenseStorage): Promise<DeviceFacts> {
  let id = '';
  await storage.update((text) => {
    // A failed disk may have left an empty file: never having an id again would be worse than having a new one.
    id = text === undefined || !isUsable(text) ? crypto.randomUUID() : text;
    return id;
  });
  return { installation: id };
}

/** The text of a device file (`.dt`), for which the vendor's page returns a license file. */
export function deviceFileOf({ name, signature }: Device, productId: string): string {
  const base64 = toBase64(utf8(JSON.stringify({ id: signature, name, productId, format: 'JWT' })));
  const lines = base64.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [];
  return `${lines.join('\n')}\n`;
}

/** Whether it can be a line of the text behind the signature. */
function isUsable(value: string): boolean {
  const text = normalized(value);
  return text !== '' && !/[\r\n]/.test(text);
}

/** Only ASCII: the lower case of other letters differs between languages and versions of Unicode. */
function normalized(value: string): string {
  const text = value.replace(/^[ \t\r\n]+/, '');
  // Anchored at the start: an expression for spaces at the end takes quadratic time.
  return (/^[^]*[^ \t\r\n]/.exec(text)?.[0] ?? '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
