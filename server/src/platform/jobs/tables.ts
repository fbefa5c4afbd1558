export interface JobTables {
  jobs: {
    id: string;
    accountId: string | null;
    kind: string;
    payload: Record<string, unknown>;
    status: 'Waiting' | 'Dead';
    /** From here on any worker may take the job; a worker that has it moves this to the end of its lease. */
    runAt: Date;
    /** Starts so far, the one that is running included. */
    attempts: number;
    /** Secret of the worker that has the job; only who knows it may complete the job. */
    leaseToken: string | null;
    lastError: string | null;
    createdAt: Date;
  };
}
