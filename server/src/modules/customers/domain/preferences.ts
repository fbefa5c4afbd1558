/** The mail preferences to change; an absent field stays unchanged. */
export interface PreferencesInput {
  readonly newsletterOptIn?: boolean | undefined;
  readonly productUpdatesOptIn?: boolean | undefined;
}

/** The mail preferences of a customer, with the time of each consent. */
export interface Preferences {
  readonly acceptsNewsletter: boolean;
  readonly newsletterOptedInAt: Date | null;
  readonly acceptsProductUpdates: boolean;
  readonly productUpdatesOptedInAt: Date | null;
}

/** No mail is sent without a request for it. */
export const NO_MAIL: Preferences = {
  acceptsNewsletter: false,
  newsletterOptedInAt: null,
  acceptsProductUpdates: false,
  productUpdatesOptedInAt: null,
};

/** The changes when `input` is applied to `current`. Repeating a current choice does not renew a consent. */
export function preferenceChanges(
  current: Preferences,
  { newsletterOptIn, productUpdatesOptIn }: PreferencesInput,
  now: Date,
): Partial<Preferences> {
  const consentAt = (isGiven: boolean): Date | null => (isGiven ? now : null);
  return {
    ...(newsletterOptIn !== undefined &&
      newsletterOptIn !== current.acceptsNewsletter && {
        acceptsNewsletter: newsletterOptIn,
        newsletterOptedInAt: consentAt(newsletterOptIn),
      }),
    ...(productUpdatesOptIn !== undefined &&
      productUpdatesOptIn !== current.acceptsProductUpdates && {
        acceptsProductUpdates: productUpdatesOptIn,
        productUpdatesOptedInAt: consentAt(productUpdatesOptIn),
      }),
  };
}
