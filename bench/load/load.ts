import { Type, type Static } from 'typebox';
import { askProcess, endChild } from '../children.ts';

/** The load to generate: a limited time, a limited number of connections. */
export interface Load {
  readonly port: number;
  /** Whole requests in bytes, sent one after another, repeatedly. */
  readonly requests: readonly Uint8Array[];
  readonly connections: number;
  readonly seconds: number;
  /** The number of responses that ends it early. */
  readonly answers?: number;
  /** Sent before the count begins, so that code is compiled and caches are filled. Default 0.5. */
  readonly warmupSeconds?: number;
  /**
   * Requests per second on a fixed timetable. A latency then counts from the moment at which the request was due, even
   * when all connections were busy at that moment. Absent: every connection sends as fast as it gets responses.
   */
  readonly perSecond?: number;
}

export const LoadResult = Type.Object({
  answers: Type.Integer(),
  seconds: Type.Number(),
  perSecond: Type.Number(),
  /** Responses by status. */
  statuses: Type.Record(Type.String(), Type.Integer()),
  p50Ms: Type.Number(),
  p90Ms: Type.Number(),
  p99Ms: Type.Number(),
  maxMs: Type.Number(),
  /** The CPU usage of the generator itself, in seconds per second: near 1 it is the bottleneck. */
  ownCpu: Type.Number(),
});

export type LoadResult = Static<typeof LoadResult>;

const SCRIPT = new URL('load-process.ts', import.meta.url);

/** Loads a server from another process. Responses with a status of 400 and above invalidate the measurement. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { answer, child } = await askProcess(SCRIPT, load, LoadResult);
  await endChild(child);
  const refused = Object.entries(answer.statuses).filter(([status]) => Number(status) >= 400);
  if (refused.length > 0 || answer.answers === 0) {
    throw new Error(`the server refused requests: ${JSON.stringify(answer.statuses)}`);
  }
  return answer;
}
