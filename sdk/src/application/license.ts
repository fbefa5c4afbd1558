import type { ReleaseAccess } from './coverage.ts';
import { fieldsOf } from '../fields.ts';

/** An add-on that is included in a license, on this device. */
export interface AddOn {
  /** What follows the dot in the id of its product: `pack` of `suite.pack`. */
  readonly id: string;
  /** Whether it can be used now: this device has a seat, or its trial runs. */
  readonly isActive: boolean;
  readonly isTrial: boolean;
  /** Whether its seat on this device was released. */
  readonly isRevoked: boolean;
  /** In milliseconds since 1970; absent when it never ends. */
  readonly expiresAt?: number;
  /** All seats of it that the customer has; absent on trials and in offline licenses. */
  readonly seats?: { readonly total: number; readonly used: number };
}

/** A license or a trial on this device, from its token. Times are in milliseconds since 1970. */
export interface License {
  /** The activation, or the trial. */
  readonly id: string;
  /** The license, or the trial. */
  readonly licenseId: string;
  readonly isTrial: boolean;
  /** `Offline` tokens come from a file and are not validated on a schedule. */
  readonly method: 'Online' | 'Offline';
  readonly accountId: string;
  /** The name of the vendor. */
  readonly vendor: string;
  readonly productId: string;
  readonly productName: string;
  /** The released version of the product. */
  readonly releaseVersion?: string;
  /** Absent on anonymous trials. */
  readonly owner?: { readonly id: string; readonly name: string; readonly email: string };
  readonly subscriptionId?: string;
  /** The number of seats of the product that the owner has. */
  readonly seats?: { readonly total: number; readonly used: number };
  /** Ids of the sub-products that the owner may use. */
  readonly subProducts: readonly string[];
  /** The add-ons that are included in the license, and that the customer owns or has tried here; never on trials. */
  readonly addOns: readonly AddOn[];
  /** Absent when the license covers every version. @see covers */
  readonly releaseAccess?: ReleaseAccess;
  readonly deviceSignature: string;
  readonly issuedAt: number;
  /** The time of the last validation, by the server's clock. */
  readonly validatedAt: number;
  /** Absent when the license never expires. */
  readonly expiresAt?: number;
  /** Properties that the vendor has enabled for tokens. */
  readonly properties: Readonly<
    Record<'product' | 'customer' | 'license' | 'trial', Readonly<Record<string, unknown>>>
  >;
}

const ANONYMOUS_ID = '00000000-0000-0000-0000-000000000000';

/** The license in the claims of a token; undefined when a required claim is missing or of another type. */
export function licenseOf(claims: Readonly<Record<string, unknown>>): License | undefined {
  const method = claims['method'];
  const isTrial = booleanOf(claims['trial']);
  const expiresAt = claims['exp'] === undefined ? undefined : timeOf(claims['exp']);
  if ((method !== 'Online' && method !== 'Offline') || isTrial === undefined) return undefined;
  if (claims['exp'] !== undefined && expiresAt === undefined) return undefined;
  const required = {
    id: textOf(claims['id']),
    licenseId: textOf(claims['l:id']),
    accountId: textOf(claims['iss']),
    productId: textOf(claims['p:id']),
    deviceSignature: textOf(claims['sig']),
    issuedAt: timeOf(claims['iat']),
    validatedAt: timeOf(claims['validated']),
  };
  if (!isComplete(required) || claims['aud'] !== required.productId) return undefined;
  return {
    ...required,
    isTrial,
    method,
    vendor: textOf(claims['vendor']) ?? '',
    productName: textOf(claims['p:name']) ?? '',
    subProducts: idsOf(textOf(claims['sp:owned']), required.productId),
    ...(expiresAt !== undefined && { expiresAt }),
    addOns: addOnsOf(claims['sp']),
    ...optionalFacts(claims),
    properties: {
      product: fieldsOf(claims['p:properties']),
      customer: fieldsOf(claims['u:properties']),
      license: fieldsOf(claims['l:properties']),
      trial: fieldsOf(claims['t:properties']),
    },
  };
}

/** The claim has the own part of each sub-product, too: `pack,suite.pack`. */
function idsOf(owned: string | undefined, productId: string): string[] {
  return owned?.split(',').filter((id) => id.startsWith(`${productId}.`)) ?? [];
}

function optionalFacts(
  claims: Readonly<Record<string, unknown>>,
): Pick<License, 'owner' | 'releaseVersion' | 'subscriptionId' | 'seats' | 'releaseAccess'> {
  const id = textOf(claims['u:id']);
  const releaseVersion = textOf(claims['p:rel']);
  const subscriptionId = textOf(claims['s:id']);
  const seats = { total: claims['p:seats:total'], used: claims['p:seats:used'] };
  const owner = { name: textOf(claims['u:name']) ?? '', email: textOf(claims['u:email']) ?? '' };
  return {
    ...(id !== undefined && id !== ANONYMOUS_ID && { owner: { id, ...owner } }),
    ...(releaseVersion !== undefined && { releaseVersion }),
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(isCount(seats) && { seats }),
    ...releaseAccessOf(claims),
  };
}

/** A claim of another type counts as absent. */
function releaseAccessOf(claims: Readonly<Record<string, unknown>>): Pick<License, 'releaseAccess'> {
  const updatesUntil = timeOf(claims['l:rel:until']);
  const major = claims['l:rel:major'];
  const upToMajor =
    typeof major === 'number' && Number.isSafeInteger(major) && major >= 0 ? major : undefined;
  if (updatesUntil === undefined && upToMajor === undefined) return {};
  const upToVersion = textOf(claims['l:rel:upto']);
  return {
    releaseAccess: {
      ...(updatesUntil !== undefined && { updatesUntil }),
      ...(upToMajor !== undefined && { upToMajor }),
      ...(upToVersion !== undefined && { upToVersion }),
    },
  };
}

/** The entries of the claim `sp`; one that cannot be read is left out. */
function addOnsOf(entries: unknown): AddOn[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const fields = fieldsOf(entry);
    const id = textOf(fields['id']);
    if (id === undefined) return [];
    const expiresAt = timeOf(fields['exp']);
    const counts = fieldsOf(fields['seats']);
    const seats = { total: counts['total'], used: counts['used'] };
    return {
      id,
      isActive: fields['active'] === true,
      isTrial: fields['trial'] === true,
      isRevoked: fields['revoked'] === true,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(isCount(seats) && { seats }),
    };
  });
}

type Seats = NonNullable<License['seats']>;

function isCount(seats: Readonly<Record<keyof Seats, unknown>>): seats is Seats {
  return typeof seats.total === 'number' && typeof seats.used === 'number';
}

type Complete<Fields> = { readonly [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

function isComplete<Fields extends object>(fields: Fields): fields is Fields & Complete<Fields> {
  return Object.values(fields).every((value) => value !== undefined);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Seconds since 1970, as milliseconds. */
function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value * 1_000) ? value * 1_000 : undefined;
}

/** Older tokens contain it as text. */
function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
