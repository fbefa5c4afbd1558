export interface CounterTables {
  rateCounters: {
    /** HMAC of the counted key, so that no email or address is stored. */
    counterKey: string;
    hits: number;
    /** From this time on the row is expired and may be deleted. */
    resetsAt: Date;
  };
}
