import { Type } from 'typebox';
import { readUsage, type Usage } from '../../modules/licensing/index.ts';

/** Not blank, and without characters that a database cannot keep (NUL, half of a surrogate pair). */
const TEXT_PATTERN = '^(?=[\\s\\S]*\\S)[^\\0\\p{Surrogate}]*$';
const errorMessage = 'must not be blank, and be Unicode text without NUL characters';

/** How a device is named and known. */
export const deviceFields = {
  deviceName: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: TEXT_PATTERN,
    errorMessage,
    description: 'Shown to the customer.',
  }),
  deviceSignature: Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: TEXT_PATTERN,
    errorMessage,
    description: 'A stable fingerprint of the device, compared literally.',
  }),
};

/** The device that asks for a license, a trial or an activation (customer API, Client licensing). */
export const DeviceBody = Type.Object(deviceFields);

/** Optional analytics metadata; `usageIssues` checks it and `usageOf` reads it. */
export const usageQuery = {
  appVersion: Type.Optional(Type.String({ description: 'Semantic version of the application.' })),
  platform: Type.Optional(Type.String({ description: 'Windows, Mac or Linux.' })),
  meta: Type.Optional(
    Type.Unknown({ description: 'Up to 20 further dimensions, each written as meta[key]=value.' }),
  ),
};

/** For `config.alsoCheck` of the routes that take analytics metadata. */
export function usageIssues(_body: unknown, query: unknown): Record<string, string[]> {
  return readUsage(parametersOf(query)).errors;
}

/** The metadata of a request whose query was checked. */
export function usageOf(query: unknown): Usage {
  return readUsage(parametersOf(query)).usage;
}

function parametersOf(query: unknown): Record<string, unknown> {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}
