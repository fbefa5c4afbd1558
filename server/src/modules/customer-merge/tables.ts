/** A merge that waits for the consent of the customer whose account would go: one at a time. */
export interface MergeRequest {
  readonly accountId: string;
  readonly fromId: string;
  readonly intoId: string;
  readonly codeHash: string;
  /** The address that was asked, in its lookup form. */
  readonly emailKey: string;
  /** Why the vendor wants it, for the journal. */
  readonly reason: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface CustomerMergeTables {
  mergeRequests: MergeRequest;
}
