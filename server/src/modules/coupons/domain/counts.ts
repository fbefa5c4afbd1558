/** The limits of a coupon, and its uses so far. */
interface Counts {
  readonly maxUses: number | null;
  readonly maxUsesPerCustomer: number | null;
  readonly recurringPaymentUseCount: number | null;
  readonly uses: number;
}

/** The largest maximum of uses. */
export const MAX_USES = 1_000_000_000;

/** Every issue of the limits: field → messages. */
export function countIssues(counts: Counts): Record<string, string[]> {
  const { uses, maxUses, maxUsesPerCustomer, recurringPaymentUseCount } = counts;
  const errors: Record<string, string[]> = {};
  for (const [name, limit] of Object.entries({ maxUses, maxUsesPerCustomer, recurringPaymentUseCount }))
    if (limit !== null && !isCount(limit)) errors[name] = [`must be a whole number from 1 to ${MAX_USES}`];
  if (errors['maxUses'] === undefined && maxUses !== null && maxUses < uses)
    errors['maxUses'] = [`must be at least ${uses}, the number of uses so far`];
  return errors;
}

/** Whether the value can be a maximum of uses. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= MAX_USES;
}
