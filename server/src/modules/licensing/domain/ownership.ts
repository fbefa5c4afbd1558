/** What a customer may use now, and when time alone will take the first of it away. */
export interface Ownership {
  readonly productIds: ReadonlySet<string>;
  /** `null` when nothing that is owned ever ends. */
  readonly endsAt: Date | null;
}

/**
 * Sums up usable licenses. A product is owned as long as its longest license lasts; one that never expires outlasts
 * every other.
 */
export function ownershipOf(
  licenses: readonly { readonly productId: string; readonly expiresAt: Date | null }[],
): Ownership {
  const lastEnds = new Map<string, number>();
  for (const { productId, expiresAt } of licenses) {
    const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    lastEnds.set(productId, Math.max(end, lastEnds.get(productId) ?? 0));
  }
  const first = Math.min(...lastEnds.values());
  return { productIds: new Set(lastEnds.keys()), endsAt: Number.isFinite(first) ? new Date(first) : null };
}
