import { deviceNameOf } from './device-name.ts';
import { withoutEnd } from '../../../kernel/cut-text.ts';

/** A device to activate through a file (wire contract section 5, Device token). */
interface DeviceToken {
  /** The signature of the device. */
  readonly id: string;
  readonly name: string;
  readonly productId: string;
}

/** The maximum length of a file, in characters. */
export const MAX_DEVICE_TOKEN_CHARACTERS = 8 * 1024;
const MAX_SIGNATURE_CHARACTERS = 512;
const MAX_NAME_CHARACTERS = 256;

// A character that a database cannot store: NUL, or half of a surrogate pair.
const unstorableExpression = /[\0\p{Surrogate}]/u;

/**
 * Reads a device token: base64 of a JSON object. Files pass through mails, editors and older exporters, so line breaks,
 * both alphabets of base64, missing padding, a byte order mark and superfluous commas are all accepted. Returns the
 * token, or all its issues.
 */
export function readDeviceToken(
  text: string,
): { readonly token: DeviceToken } | { readonly issues: Record<string, string[]> } {
  if (text.length > MAX_DEVICE_TOKEN_CHARACTERS) {
    return { issues: { body: [`must have at most ${MAX_DEVICE_TOKEN_CHARACTERS} characters`] } };
  }
  const fields = objectIn(text.trim().replace(/^\uFEFF/, ''));
  if (fields === undefined) return { issues: { body: ['is not a device token'] } };
  const issues: Record<string, string[]> = {};
  const id = textOf(fields, 'id', MAX_SIGNATURE_CHARACTERS, issues);
  const name = nameOf(fields, issues);
  const productId = textOf(fields, 'productId', MAX_NAME_CHARACTERS, issues);
  const format = fields.get('format');
  if (format !== undefined && format !== 'JWT') issues['format'] = ['must be JWT'];
  return Object.keys(issues).length > 0 ? { issues } : { token: { id, name, productId } };
}

/** The members of the object; a map, so that no name is special. */
function objectIn(text: string): Map<string, unknown> | undefined {
  const json = text.startsWith('{') ? text : fromBase64(text);
  if (json === undefined) return undefined;
  // The object is flat: a comma before its end can only be one too many.
  const value = parseJson(json) ?? parseJson(withoutLastCommas(json));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** The object without commas before and after its closing brace. */
function withoutLastCommas(json: string): string {
  const end = json.lastIndexOf('}');
  if (end === -1 || !/^[\s,]*$/.test(json.slice(end + 1))) return json;
  let last = end - 1;
  while (last >= 0 && /[\s,]/.test(json.charAt(last))) last -= 1;
  return `${json.slice(0, last + 1)}}`;
}

function fromBase64(text: string): string | undefined {
  const base64 = text.replaceAll(/[\s,]/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const characters = withoutEnd(base64, '=');
  if (characters === '' || characters.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(characters))
    return undefined;
  try {
    const bytes = Uint8Array.fromBase64(characters);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameOf(fields: ReadonlyMap<string, unknown>, issues: Record<string, string[]>): string {
  const name = fields.get('name');
  const isBlank = typeof name === 'string' && name.trim() === '';
  return isBlank ? deviceNameOf(name) : textOf(fields, 'name', MAX_NAME_CHARACTERS, issues);
}

function textOf(
  fields: ReadonlyMap<string, unknown>,
  name: string,
  most: number,
  issues: Record<string, string[]>,
): string {
  const value = fields.get(name);
  if (typeof value !== 'string' || value.trim() === '') issues[name] = ['must be a text that is not blank'];
  else if (value.length > most) issues[name] = [`must have at most ${most} characters`];
  else if (unstorableExpression.test(value)) issues[name] = ['must be Unicode text without NUL characters'];
  else return value;
  return '';
}
