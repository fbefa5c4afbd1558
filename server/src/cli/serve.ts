import process from 'node:process';
import { type RunningServer, type StartOptions, startServer } from '../main.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { type Log, openLog } from '../platform/log.ts';
import type { System } from '../platform/system.ts';
import { refuseSecondDatabase } from './database-place.ts';
import { EXIT_FAILURE, reportFailure } from './failure.ts';
import { createStopSignals } from './stop-signals.ts';

/** The maximum time for which unclosed resources may keep a stopped process running. */
const LEAVE_AFTER_MS = 1_000;

/** `latchkey serve`: serves until a stop signal; resolves once requests are accepted, or when it stopped before. */
export async function serve(options: { readonly makesDemo: boolean }): Promise<void> {
  const config = readConfig(process.env);
  refuseSecondDatabase(config, process.env);
  const log = await openLog(config.logLevel, 1, config.isProduction);
  endOnDefects(log);
  const stopping = new AbortController();
  const running = Promise.withResolvers<RunningServer | undefined>();
  stopOnSignals(log, async () => {
    stopping.abort();
    await (await running.promise)?.stop();
  });
  try {
    const server = await startServer(config, {
      log,
      signal: stopping.signal,
      ...demoSteps(config, options.makesDemo),
    });
    running.resolve(server);
  } catch (error) {
    running.resolve(undefined);
    if (!stopping.signal.aborted) throw error;
  }
}

/** The steps of a start that newcomers need: in production, only the link that sets up the dashboard. */
export function demoSteps(config: Config, makesDemo: boolean): Pick<StartOptions, 'prepare' | 'announce'> {
  if (!config.hasDevFeatures) return { announce: printSetUpLink };
  return { ...(makesDemo && { prepare: prepareDemo }), announce: introduce };
}

/**
 * While nobody can sign in to the dashboard, whoever reads the output of the server may set it up. The log is stdout, so
 * this is stderr.
 */
async function printSetUpLink(system: System): Promise<void> {
  const { setUpLinkOfInstance } = await import('../first-operator.ts');
  const url = await setUpLinkOfInstance(system);
  if (url !== undefined && system.config.logLevel !== 'silent')
    console.error(`\n  Set up the dashboard, within an hour: ${url}\n`);
}

async function prepareDemo(system: System): Promise<void> {
  const { isDemoWanted, makeDemo } = await import('./demo/make-demo.ts');
  if (!(await isDemoWanted(system))) return;
  const { created } = await makeDemo(system);
  system.log.info({ created }, 'the demo account is complete');
}

/** Prints an overview of the addresses. Never runs in production: its output opens the demo account. */
async function introduce(system: System, baseUrl: string): Promise<void> {
  const { introduction } = await import('./introduction.ts');
  const { mailsUrl } = await import('../api/dev/mails-key.ts');
  const { refreshDemo } = await import('./demo/refresh-demo.ts');
  const demo = await refreshDemo(system, baseUrl);
  await printSetUpLink(system);
  if (system.config.logLevel === 'silent') return;
  console.log(introduction(system.config, baseUrl, demo, mailsUrl(baseUrl, system)));
}

/** An unexpected error leaves the process in an unknown state: it logs the error and exits, and is restarted. */
function endOnDefects(log: Log): void {
  const end = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected failure: exiting');
    process.exit(EXIT_FAILURE);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/**
 * SIGTERM and SIGINT cause an orderly end with exit code 0, also during the start; a second request ends the process
 * immediately.
 */
function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  const end = async (): Promise<void> => {
    try {
      await stop();
      log.info('stopped');
      process.exitCode = 0;
      // When nothing is left to do, the process exits by itself after writing the last log lines.
      setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
    } catch (error) {
      process.exit(reportFailure(error));
    }
  };
  const signals = createStopSignals({
    log,
    now: () => performance.now(),
    stop: () => void end(),
    abandon: () => process.exit(EXIT_FAILURE),
  });
  process.on('SIGTERM', signals.receive);
  process.on('SIGINT', signals.receive);
}
