export interface CounterTables {
  rateCounters: {
    /** HMAC of what is counted, so that no email or address is stored. */
    counterKey: string;
    hits: number;
    /** From here on the row means nothing and may be deleted. */
    resetsAt: Date;
  };
}
