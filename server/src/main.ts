import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { deliveryHandlers, followers, jobHandlers, PATIENT_JOBS, periodicJobs } from './jobs.ts';
import { openSystem } from './open-system.ts';
import { resumeStarts } from './modules/payments/index.ts';
import type { Config } from './platform/config.ts';
import { closeGracefully, registerGracefulClose } from './platform/http/server/graceful-close.ts';
import { JOBS } from './platform/jobs/enqueue-job.ts';
import { createPace } from './platform/pace.ts';
import { startJobWorker } from './platform/jobs/start-job-worker.ts';
import { startFollowing } from './platform/journal/follow-journal.ts';
import { createLog, type Log } from './platform/log.ts';
import type { System } from './platform/system.ts';
import { ensureConfiguredOperator } from './first-operator.ts';
import { warnAtStart } from './start-warnings.ts';
import { checkStorage } from './storage-check.ts';

/** Each costs nothing while it waits for its receiver. */
const ENDPOINTS_AT_ONCE = 64;

/** A server that accepts requests. */
export interface RunningServer {
  /** The URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  readonly system: System;
  /**
   * Accepts no more requests, finishes those in flight (for as long as the configuration allows), and closes everything
   * in reverse order. Safe to call twice.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log?: Log;
  /** Ends the wait for an unresponsive database: the start rejects. */
  readonly signal?: AbortSignal;
  /** Runs when the schema exists and before the first request is accepted. */
  readonly prepare?: (system: System) => Promise<void>;
  /** Runs when the server listens and has its URL, before it reports that it is ready. */
  readonly announce?: (system: System, baseUrl: string) => Promise<void>;
}

/** The composition root: opens everything, serves, and shuts down in order. Rejects when anything fails. */
export async function startServer(initial: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog(initial.logLevel);
  const { config, listensOn } = withPortOf(initial);
  const opened = new AsyncDisposableStack();
  try {
    const { system, migrated, close } = await openSystem(config, log, options.signal);
    opened.defer(close);
    if (migrated.length > 0) log.info({ migrated }, 'the database schema was upgraded');
    await checkStorage(system);
    await warnAtStart(system);
    await options.prepare?.(system);
    await ensureConfiguredOperator(system);
    await resumeStarts(system);
    startWorkers(system, opened);
    opened.defer(startFollowing(system, followers(system)).stop);
    const app = await buildApp(system);
    registerGracefulClose(app, config.drainSeconds);
    opened.defer(() => closeGracefully(app, config.drainSeconds + config.stopTimeoutSeconds, log));
    await app.listen({ host: config.host, port: config.port });
    listensOn(app.addresses());
    if (config.metricsAddress !== undefined) {
      const { serveMetrics } = await import('./platform/http/metrics/metrics-server.ts');
      opened.defer((await serveMetrics(app.metrics, config)).stop);
    }
    await options.announce?.(system, config.publicUrl);
    log.info({ baseUrl: config.publicUrl, engine: system.database.engine }, 'ready');
    let stopped: Promise<void> | undefined;
    return {
      baseUrl: config.publicUrl,
      system,
      stop: () => (stopped ??= opened.disposeAsync()),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** With port 0 the system chooses a port, so there is no public URL until the server listens. */
function withPortOf(initial: Config): {
  config: Config;
  listensOn: (addresses: readonly (AddressInfo | string)[]) => void;
} {
  const url = new URL(initial.publicUrl);
  if (initial.port !== 0 || url.port !== '0') return { config: initial, listensOn: () => undefined };
  const config: Config = {
    ...initial,
    get publicUrl() {
      return url.origin;
    },
  };
  return {
    config,
    listensOn: ([address]) => {
      if (typeof address === 'object') url.port = String(address.port);
    },
  };
}

/** Starts three pools of jobs; `opened` stops them. */
function startWorkers(system: System, opened: AsyncDisposableStack): void {
  const leaseSeconds = system.config.jobLeaseSeconds;
  const handlers = { ...jobHandlers(system), ...periodicJobs(system) };
  const onlyKinds = Object.keys(handlers).filter((kind) => !PATIENT_JOBS.includes(kind));
  const workers = [
    startJobWorker(system, handlers, { leaseSeconds, onlyKinds }),
    startJobWorker(system, handlers, { leaseSeconds, onlyKinds: PATIENT_JOBS, pace: createPace() }),
    startJobWorker(system, deliveryHandlers(system), { leaseSeconds, concurrency: ENDPOINTS_AT_ONCE }),
  ];
  // They end together: each may have to wait for a job.
  opened.defer(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  // A mail is sent at once, and not at the next poll.
  for (const worker of workers) opened.defer(system.database.listen(JOBS, () => worker.wake()));
}
