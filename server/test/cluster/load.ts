import { setTimeout as delay } from 'node:timers/promises';
import { sendCustomers } from '../faults/customers.ts';
import { countOf, type Ledger } from '../faults/ledger.ts';

const LANES = 4;
const SAMPLE_MS = 20;
const PAUSE_MS = 100;

/** What the customers of a load saw. */
export interface LoadReport {
  readonly writes: number;
  /** Requests without an answer, or with 503. */
  readonly failed: number;
  /** How often requests failed for each reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** The longest time in which no write was acknowledged, in seconds. */
  readonly longestGap: number;
}

export interface Load {
  /** Lets the customers finish what they are doing; rejects on an answer that no customer should get. */
  stop(): Promise<LoadReport>;
}

/** Sends customers to a shop until it is stopped; a customer whose request fails is followed by another one. */
export function startLoad(baseUrl: string, ledger: Ledger): Load {
  const ending = new AbortController();
  const before = countOf(ledger);
  const reasons = new Map<string, number>();
  const lanes = Array.from({ length: LANES }, async () => {
    while (!ending.signal.aborted) {
      const reason = await sendCustomers(baseUrl, ledger, 1, ending.signal);
      if (reason === undefined) return;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  });
  const all = Promise.all(lanes);
  // Whoever stops the load gets the failure.
  all.catch(() => undefined);
  let last = before;
  let changedAt = performance.now();
  let longestGap = 0;
  const sampling = setInterval(() => {
    const now = performance.now();
    const count = countOf(ledger);
    longestGap = Math.max(longestGap, now - changedAt);
    if (count !== last) changedAt = now;
    last = count;
  }, SAMPLE_MS);
  return {
    async stop() {
      ending.abort();
      clearInterval(sampling);
      await all;
      const failed = reasons.values().reduce((sum, count) => sum + count, 0);
      return { writes: countOf(ledger) - before, failed, reasons, longestGap: longestGap / 1_000 };
    },
  };
}
