import type { Product } from '../../catalog/index.ts';
import { addDays } from '../domain/days.ts';
import { toSeconds } from '../domain/release-access.ts';
import { offlineActivationNotAllowed, releaseNotAllowed, releaseTooSoon } from '../problems.ts';
import type { ActivationMethod, License } from '../tables.ts';
import type { LicensingRules } from './licensing-rules.ts';
import type { ProductPolicy } from './product-policy.ts';

/**
 * The policy that a license was granted with and keeps: its seats, whether devices may be activated offline, and the
 * versions that it covers. Changes
 * of the product apply to new licenses; only the vendor changes the policy of an existing one (`updateLicense`).
 */
export type LicensePolicy = Pick<License, 'maxActivations' | 'allowsOffline' | 'updatesUntil' | 'upToMajor'>;

/** The policy of new licenses of a product, except for what a grant or an import says itself. */
export function policyOfNewLicense(
  { maxActivations, allowsOffline }: ProductPolicy,
  imported: { readonly [Name in keyof LicensePolicy]?: LicensePolicy[Name] | undefined } = {},
): LicensePolicy {
  return {
    maxActivations: imported.maxActivations ?? maxActivations,
    allowsOffline: imported.allowsOffline ?? allowsOffline,
    updatesUntil: wholeSeconds(imported.updatesUntil),
    upToMajor: imported.upToMajor ?? null,
  };
}

/** Tokens state the end of updates in whole seconds, and server and device must judge alike. */
export function wholeSeconds(date: Date | null | undefined): Date | null {
  return date ? new Date(toSeconds(date) * 1_000) : null;
}

/** Whether devices may be activated with this method: by a license, or, before one is chosen, by a product. */
export function allowsMethod(
  { allowsOffline }: Pick<LicensePolicy, 'allowsOffline'>,
  method: ActivationMethod,
): boolean {
  return method === 'Online' || allowsOffline;
}

/** Raises `OfflineActivationNotAllowed` if the product's policy does not allow the method. */
export function refuseMethod(product: Product, policy: ProductPolicy, method: ActivationMethod): void {
  if (!allowsMethod(policy, method)) throw notOffline(product);
}

/** 409: neither the product nor a license of it can be activated offline. */
export function notOffline({ name }: Pick<Product, 'name'>): Error {
  return offlineActivationNotAllowed({ detail: `${name} cannot be activated offline.` });
}

/**
 * The end of a token of a license: that of the license, and of an offline token its own lifetime if that is shorter.
 */
export function tokenExpiry(
  { method, expiresAt }: Pick<License, 'expiresAt'> & { readonly method: ActivationMethod },
  { offlineDays }: Pick<LicensingRules, 'offlineDays'>,
  now: Date,
): Date | null {
  if (method === 'Online' || offlineDays === null) return expiresAt;
  const offlineEnd = addDays(now, offlineDays);
  return expiresAt !== null && expiresAt < offlineEnd ? expiresAt : offlineEnd;
}

type ReleaseRules = Pick<LicensingRules, 'releasesOnline' | 'releasesOffline'>;

/** Whether these rules let owners release devices that were activated with this method. */
export function mayRelease(rules: ReleaseRules, method: ActivationMethod): boolean {
  return method === 'Online' ? rules.releasesOnline : rules.releasesOffline;
}

/** Raises `ReleaseNotAllowed` unless owners may release devices that were activated with this method. */
export function refuseRelease(rules: ReleaseRules, method: ActivationMethod): void {
  if (mayRelease(rules, method)) return;
  const kind = method === 'Online' ? 'Devices' : 'Devices that were activated offline';
  throw releaseNotAllowed({ detail: `${kind} can only be released by the vendor.` });
}

/** Raises `ReleaseTooSoon` while the pause after the license's last release has not passed. */
export function refuseReleaseDuringPause(
  lastReleasedAt: Date | null,
  { releasePauseSeconds }: Pick<LicensingRules, 'releasePauseSeconds'>,
  now: Date,
): void {
  if (lastReleasedAt === null) return;
  const nextAt = lastReleasedAt.getTime() + releasePauseSeconds * 1_000;
  const waitSeconds = Math.ceil((nextAt - now.getTime()) / 1_000);
  if (waitSeconds <= 0) return;
  throw releaseTooSoon({
    detail: `The next device of this license can be released after ${minuteText(nextAt)}.`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `21 November 2026, 19:05 UTC`; never before the moment. */
function minuteText(moment: number): string {
  const minute = new Date(Math.ceil(moment / 60_000) * 60_000);
  return `${LONG_DATE.format(minute)}, ${minute.toISOString().slice(11, 16)} UTC`;
}
