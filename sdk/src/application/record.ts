import { fieldsOf } from '../fields.ts';
import { type EndingCode, ENDINGS } from './answers.ts';

/** An activation that waits for the customer in the browser. */
export interface PendingActivation {
  /** Used by the application to poll; a secret. */
  readonly pollUrl: string;
  /** The page that the customer opens. */
  readonly browserUrl: string;
}

/** The reason for a license's permanent end. */
export interface Ending {
  readonly errorType: EndingCode;
  /** A sentence for people. */
  readonly detail: string;
}

/**
 * The stored data of an application, as JSON. Times in milliseconds. Anybody who can write the storage can write all of
 * it: only what the signature of the token proves is certain.
 */
export interface LicenseRecord {
  readonly token?: string;
  readonly receivedAt?: number;
  readonly ranMs?: number;
  readonly ending?: Ending;
  readonly activation?: PendingActivation;
  /** Keys from the server. */
  readonly jwks?: unknown;
}

const BARE_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * The record in a text of the storage: an empty one without a text, undefined for an invalid text, such as half of one.
 * A token alone, which simpler applications store, is a record, too.
 */
export function recordOf(text: string | undefined): LicenseRecord | undefined {
  if (text === undefined) return {};
  if (BARE_TOKEN.test(text.trim())) return { token: text.trim() };
  try {
    const fields = fieldsOf(JSON.parse(text));
    return fields['version'] === 1 ? readRecord(fields) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a record; undefined for an empty one. */
export function textOf(record: LicenseRecord): string | undefined {
  const isEmpty = Object.values(record).every((value) => value === undefined);
  return isEmpty ? undefined : JSON.stringify({ version: 1, ...record });
}

/** Whether an application may open or request it: it must be a page, and not a file or a program. */
export function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function readRecord(fields: Readonly<Record<string, unknown>>): LicenseRecord {
  const { token, receivedAt, ranMs, jwks } = fields;
  const ending = fieldsOf(fields['ending']);
  const { pollUrl, browserUrl } = fieldsOf(fields['activation']);
  const errorType = codeOf(ending['errorType']);
  return {
    ...(typeof token === 'string' && { token }),
    ...(typeof receivedAt === 'number' && { receivedAt }),
    ...(typeof ranMs === 'number' && ranMs >= 0 && { ranMs }),
    ...(errorType !== undefined && { ending: { errorType, detail: String(ending['detail']) } }),
    ...(isWebUrl(pollUrl) && isWebUrl(browserUrl) && { activation: { pollUrl, browserUrl } }),
    ...(jwks !== undefined && { jwks }),
  };
}

function codeOf(value: unknown): EndingCode | undefined {
  return ENDINGS.find((code) => code === value);
}
