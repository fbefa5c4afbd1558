import type { TokenFault } from './verify.ts';

/**
 * Why something failed other than by a refusal of the server, which is a `Refusal`:
 *
 * - `Unreachable`: no response, an overload, or a response of somebody else than the server; try again later;
 * - `NotGenuine`: the text is not a license for this application on this device; `fault` says why;
 * - `NotOffline`: the text is a license for this device, but not for offline use, as license files are;
 * - `Expired`: the license file has expired;
 * - `NoLicense`: there is no license to validate or to release;
 * - `AlreadyLicensed`: a trial would replace a license;
 * - `DeviceUnreadable`: the id of the device exists but cannot be read now; try again later;
 * - `StorageFailed`: the storage cannot be read, or a license works only until the application ends; `cause` is the
 *   error of the storage;
 * - `Cancelled`: the caller's signal ended it;
 * - `Closed`: the application was closed.
 */
export type LicenseErrorCode =
  | 'Unreachable'
  | 'NotGenuine'
  | 'NotOffline'
  | 'Expired'
  | 'NoLicense'
  | 'AlreadyLicensed'
  | 'DeviceUnreadable'
  | 'StorageFailed'
  | 'Cancelled'
  | 'Closed';

const MESSAGES: Record<LicenseErrorCode, string> = {
  Unreachable: 'The license server cannot be reached. Check the internet connection and try again.',
  NotGenuine: 'This is not a license for this application on this device.',
  NotOffline: 'This is not a license file for offline use. Use the file from the activation page.',
  Expired: 'This license has expired.',
  NoLicense: 'There is no license on this device.',
  AlreadyLicensed: 'A license is stored on this device, and a trial does not replace it.',
  DeviceUnreadable: 'This device could not be identified. Try again in a moment.',
  StorageFailed: 'This device could not read or store the license.',
  Cancelled: 'This was cancelled.',
  Closed: 'The application was closed.',
};

/** A failure that is not a refusal of the server. Decide by `code`; `message` is a sentence for people. */
export class LicenseError extends Error {
  override readonly name = 'LicenseError';
  readonly code: LicenseErrorCode;
  readonly fault: TokenFault | undefined;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: LicenseErrorCode,
    more: {
      readonly cause?: unknown;
      readonly fault?: TokenFault;
      readonly retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(MESSAGES[code], { cause: more.cause });
    this.code = code;
    this.fault = more.fault;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** The failure as an error, whatever was thrown. */
export function errorOf(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure), { cause: failure });
}
