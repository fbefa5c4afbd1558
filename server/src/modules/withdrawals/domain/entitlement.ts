/** The days in which a consumer may withdraw, counted from the day after the purchase. */
const DAYS = 14;

/** The days in which the money has to go back, counted from the withdrawal. */
export const REFUND_DAYS = 14;

/**
 * Whether the buyer has the right to withdraw from a line: `Waived`, because they consented to immediate delivery and have
 * used it; `Late`, after the period; `Business` and `OtherCountry`, because it is for consumers of the EEA and the United
 * Kingdom. The vendor may grant each of them.
 */
export type Entitlement = 'Entitled' | 'Waived' | 'Late' | 'Business' | 'OtherCountry';

/** The facts that decide on it. */
export interface WithdrawalFacts {
  readonly isBusiness: boolean;
  /** Whether consumers of the buyer's country may withdraw; also where the country is unclear. */
  readonly isInCountry: boolean;
  readonly now: Date;
  /** Of `withdrawalEnd`. */
  readonly end: Date;
  readonly isWaived: boolean;
  readonly isAccessed: boolean;
}

export function entitlementOf(facts: WithdrawalFacts): Entitlement {
  if (facts.isBusiness) return 'Business';
  if (!facts.isInCountry) return 'OtherCountry';
  if (facts.now >= facts.end) return 'Late';
  return facts.isWaived && facts.isAccessed ? 'Waived' : 'Entitled';
}

/** The moment at which the period ends: with the fourteenth day after the purchase, in the seller's time zone. */
export function withdrawalEnd(purchasedAt: Date, timeZone: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(purchasedAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return new Date(day.add({ days: DAYS + 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}
