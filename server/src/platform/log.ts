import { pino, type Logger } from 'pino';

/** The structured log of the process; every line is one JSON object. */
export type Log = Logger;

/** Makes the process's log. Secrets never reach it: requests are logged by route, without path, query or body. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  return destination === undefined ? pino(options) : pino(options, destination);
}
