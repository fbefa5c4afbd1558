import process from 'node:process';
import { type RunningServer, startServer } from '../main.ts';
import { readConfig } from '../platform/config.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { System } from '../platform/system.ts';
import { EXIT_FAILURE, reportFailure } from './failure.ts';

/** Something that was not closed may keep a stopped process this long and no longer. */
const LEAVE_AFTER_MS = 1_000;

/** `latchkey serve`: serves until a signal asks it to stop; resolves once requests are accepted. */
export async function serve(options: { readonly makesDemo: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  endOnDefects(log);
  const ending = endOnSignals(log);
  const makesDemo = options.makesDemo && !config.isProduction;
  const server = await startServer(config, {
    log,
    prepare: async (system) => {
      if (makesDemo) await prepareDemo(system);
    },
    announce: async (system, baseUrl) => {
      if (!config.isProduction) await introduce(system, baseUrl);
    },
  });
  ending.stopWith(server);
}

async function prepareDemo(system: System): Promise<void> {
  const { isDemoWanted, makeDemo } = await import('./demo/make-demo.ts');
  if (!(await isDemoWanted(system))) return;
  const { made } = await makeDemo(system);
  system.log.info({ made }, 'the demo account is complete');
}

/** Says where everything is. Never runs in production: what it prints opens the demo account. */
async function introduce(system: System, baseUrl: string): Promise<void> {
  const { introduction } = await import('./introduction.ts');
  const { refreshDemo } = await import('./demo/refresh-demo.ts');
  const demo = await refreshDemo(system, baseUrl);
  if (system.config.logLevel !== 'silent') console.log(introduction(system.config, baseUrl, demo));
}

/** What no code expected leaves the process in an unknown state: it says so and ends, and is started again. */
function endOnDefects(log: Log): void {
  const end = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected failure: the process ends');
    process.exit(EXIT_FAILURE);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** SIGTERM and SIGINT end in order and with exit code 0; a second one ends at once. */
function endOnSignals(log: Log): { stopWith: (server: RunningServer) => void } {
  let running: RunningServer | undefined;
  let isEnding = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isEnding) {
      log.warn({ signal }, 'asked to stop again: the process ends at once');
      process.exit(EXIT_FAILURE);
    }
    isEnding = true;
    log.info({ signal }, 'stopping');
    try {
      await running?.stop();
      log.info('stopped');
      process.exitCode = 0;
      // With nothing left to do the process ends by itself, after the last lines of the log are written.
      setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
    } catch (error) {
      process.exit(reportFailure(error));
    }
  };
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
  return {
    stopWith: (server) => {
      running = server;
    },
  };
}
