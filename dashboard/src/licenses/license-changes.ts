import type { components } from '@latchkey/sdk';

type License = components['schemas']['License'];
type LicenseChanges = components['schemas']['LicenseChanges'];

/** The fields of the form; days are as in `2026-11-26`. */
export interface ChangeValues extends Record<string, string | boolean> {
  readonly expiresAt: string;
  readonly updatesUntil: string;
  readonly maxNumberOfActivations: string;
  readonly offlineActivationsAllowed: boolean;
  readonly reason: string;
}

/** A license as the fields of the form show it. */
export function valuesOf(license: License): ChangeValues {
  return {
    expiresAt: dayOf(license.expiresAt),
    updatesUntil: dayOf(license.updatesUntil),
    maxNumberOfActivations: String(license.maxNumberOfActivations),
    offlineActivationsAllowed: license.offlineActivationsAllowed,
    reason: '',
  };
}

/**
 * What to change: only fields with another value than the license, so that a moment within a day stays as it is.
 * Undefined when nothing is different.
 */
export function changesIn(license: License, values: ChangeValues): LicenseChanges | undefined {
  const before = valuesOf(license);
  const changes: LicenseChanges = {
    ...(values.expiresAt !== before.expiresAt && { expiresAt: endOf(values.expiresAt) }),
    ...(values.updatesUntil !== before.updatesUntil && { updatesUntil: endOf(values.updatesUntil) }),
    ...(values.maxNumberOfActivations !== before.maxNumberOfActivations && {
      maxNumberOfActivations: Number(values.maxNumberOfActivations),
    }),
    ...(values.offlineActivationsAllowed !== before.offlineActivationsAllowed && {
      offlineActivationsAllowed: values.offlineActivationsAllowed,
    }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  return { ...changes, ...(values.reason.trim() !== '' && { reason: values.reason.trim() }) };
}

function dayOf(moment: string | undefined): string {
  return moment?.slice(0, 10) ?? '';
}

/** The last millisecond of a day; null for none. */
function endOf(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59.999Z`;
}
