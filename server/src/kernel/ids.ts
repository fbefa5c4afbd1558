import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** The source of new identifiers and secrets. Everything but the composition root receives one. */
export interface Ids {
  /** A new UUIDv7, lower case: unique, and roughly ordered by its creation time. */
  guid(): string;
  /** 256 unguessable bits as base64url, 43 characters. */
  secret(): string;
}

/** Ids from the machine's random source. */
export const randomIds: Ids = {
  guid: () => randomUUIDv7(),
  secret: () => randomBytes(32).toString('base64url'),
};

/**
 * The format of a GUID, as an anchored regular expression for schemas: any version and variant, including nil, in
 * either case (wire contract section 1).
 */
export const GUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** The format of an account's, product's or bundle's slug (wire contract section 1). */
export const SLUG_PATTERN = '^[a-z0-9][a-z0-9.-]{1,62}$';

const guidExpression = new RegExp(GUID_PATTERN);
const slugExpression = new RegExp(SLUG_PATTERN);

/**
 * The one spelling under which a GUID is stored and compared: lower case, because matching ignores
 * case (wire contract section 1). `undefined` when the text is not a GUID.
 */
export function normaliseGuid(text: string): string | undefined {
  return guidExpression.test(text) ? text.toLowerCase() : undefined;
}

/** Whether the text may be the slug of an account, product or bundle (wire contract section 1). */
export function isSlug(text: string): boolean {
  return slugExpression.test(text);
}
