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

/** Only what the input ends. */
export function optOutsOf({ newsletterOptIn, productUpdatesOptIn }: PreferencesInput): PreferencesInput {
  return {
    ...(newsletterOptIn === false && { newsletterOptIn }),
    ...(productUpdatesOptIn === false && { productUpdatesOptIn }),
  };
}

/** `current` with everything that `added` accepts. */
export function withOptIns(current: Preferences, added: Preferences): Preferences {
  const { acceptsNewsletter, newsletterOptedInAt, acceptsProductUpdates, productUpdatesOptedInAt } = added;
  return {
    ...current,
    ...(acceptsNewsletter && !current.acceptsNewsletter && { acceptsNewsletter, newsletterOptedInAt }),
    ...(acceptsProductUpdates &&
      !current.acceptsProductUpdates && { acceptsProductUpdates, productUpdatesOptedInAt }),
  };
}

/** The preferences among the fields of a customer. */
export function preferencesOf({
  acceptsNewsletter,
  newsletterOptedInAt,
  acceptsProductUpdates,
  productUpdatesOptedInAt,
}: Preferences): Preferences {
  return { acceptsNewsletter, newsletterOptedInAt, acceptsProductUpdates, productUpdatesOptedInAt };
}
