/** What a provider says of a payment. Reports may be repeated, late, and out of order. */
export interface PaymentReport {
  readonly provider: string;
  /** The provider's name for this report: the same report always carries the same. */
  readonly eventId: string;
  readonly paymentId: string;
  readonly outcome: { readonly kind: 'Succeeded' } | { readonly kind: 'Failed'; readonly reason: string };
}
