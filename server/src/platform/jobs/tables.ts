export interface JobTables {
  jobs: {
    id: string;
    accountId: string | null;
    kind: string;
    payload: Record<string, unknown>;
    status: 'Waiting' | 'Dead';
    /** From this time on any worker may take the job; its worker moves this to the end of the lease. */
    runAt: Date;
    /** Number of starts so far, including the current one. */
    attempts: number;
    /** Secret of the worker that has the job; the job can only be completed with it. */
    leaseToken: string | null;
    lastError: string | null;
    createdAt: Date;
  };
}
