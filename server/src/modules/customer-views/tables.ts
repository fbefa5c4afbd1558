/** A look of the vendor at a customer's account that has not ended. */
export interface CustomerViewRow {
  readonly accountId: string;
  readonly id: string;
  readonly customerId: string;
  readonly viewerKind: 'Operator' | 'ApiKey';
  /** The operator or the key. */
  readonly viewerId: string;
  /** The session of the operator: the view ends with it. Null for keys. */
  readonly sessionId: string | null;
  /** Of the link that opens it; null once it was opened. */
  readonly codeHash: string | null;
  /** Null until it was opened. */
  readonly tokenHash: string | null;
  readonly createdAt: Date;
  /** Until when the link opens it. */
  readonly openUntil: Date;
  readonly expiresAt: Date;
}

export interface CustomerViewTables {
  customerViews: CustomerViewRow;
}
