export interface IdempotencyTables {
  idempotencyKeys: {
    accountId: string;
    caller: string;
    idempotencyKey: string;
    fingerprint: string;
    /** Null while the first request runs. */
    responseStatus: number | null;
    /** Headers and body, encrypted: a response may contain a secret that is stored nowhere else. */
    responseSealed: string | null;
    /** Secret of the request that holds the key; only that one may store the response. */
    lockToken: string;
    createdAt: Date;
    /** After this time, a request without a response counts as lost. */
    lockedUntil: Date;
  };
}
