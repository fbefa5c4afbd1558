import { isatty } from 'node:tty';
import { pino, type DestinationStream, type Logger } from 'pino';

/** The structured log of the process; every line is one JSON object. */
export type Log = Logger;

/** Makes a log. Secrets never reach it: requests are logged by route, without path, query or body. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Opens the log of a process on its standard output (1) or standard error (2): lines for people in a terminal; JSON
 * everywhere else and always in production, where programs read it.
 */
export async function openLog(level: string, descriptor: 1 | 2, isProduction: boolean): Promise<Log> {
  const isTerminal = isatty(descriptor);
  if (!isTerminal || isProduction) return createLog(level, pino.destination({ fd: descriptor, sync: true }));
  // Only loaded here: a server without a terminal does not pay for its memory.
  const { default: pretty } = await import('pino-pretty');
  const lines = { sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' };
  return createLog(level, pretty({ ...lines, destination: descriptor }));
}
