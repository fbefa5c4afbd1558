import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import { fastify, LogController, type FastifyServerOptions } from 'fastify';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerBodies } from '../input/bodies.ts';
import { registerSlowBodies } from './slow-bodies.ts';
import { registerSlowReaders } from './slow-readers.ts';
import { registerHeaders } from './headers.ts';
import { registerHosts } from './hosts.ts';
import { registerMetrics } from '../metrics/metrics.ts';
import { registerProblems } from './problem-answer.ts';
import type { PageOwner } from '../pages/page-owner.ts';
import { registerRequestLog } from './request-log.ts';
import { registerRequestRate } from './request-rate.ts';
import { registerCompression } from './compression.ts';
import { lazySerialization } from '../content/serialization.ts';
import { answerUnparsable, answerUnroutable } from './unroutable.ts';
import { registerValidation } from '../input/validation.ts';
import type { Clock } from '../../../kernel/clock.ts';

/** The limit of request bodies; a route may have another (wire contract section 1). */
const BODY_LIMIT = 256 * 1024;

/** Node's own limit is half of this. */
const MOST_HEADER_BYTES = 32 * 1024;

/** Checks that use only memory, before any lookup for a request. */
interface MemoryChecks {
  /** The origins that may read the host's responses, if they are cached. */
  readonly originsAt: (host: string) => readonly string[];
  /** The vendor to whose account the host leads, if cached. */
  readonly ownerAt: (host: string) => PageOwner | undefined;
  /** Whether the API key was valid when it was last used. */
  readonly isKnownKey: (key: string) => boolean;
}

const NO_MEMORY: MemoryChecks = {
  originsAt: () => [],
  ownerAt: () => undefined,
  isKnownKey: () => false,
};

/**
 * Creates the HTTP application with everything that is the same for all routes: limits, request log, problem+json,
 * validation, security headers, metrics. `buildApp` registers the routes on it.
 */
export async function createServer(
  config: Config,
  log: Log,
  clock: Clock,
  memory: MemoryChecks = NO_MEMORY,
): Promise<App> {
  const app: App = fastify(serverOptions(config, log));
  app.decorateRequest('accountId', '');
  registerRouteConfig(app);
  registerHosts(app, config);
  registerRequestLog(app, log);
  registerProblems(app, memory);
  registerHeaders(app, config);
  registerRequestRate(app, config, clock, memory.isKnownKey);
  registerSlowBodies(app);
  registerSlowReaders(app);
  registerBodies(app);
  registerValidation(app);
  registerMetrics(app, config);
  await registerCompression(app);
  requireAccess(app);
  return app;
}

function serverOptions(config: Config, log: Log): FastifyServerOptions & { readonly http: ServerOptions } {
  return {
    loggerInstance: log,
    // We log one line of our own per response, in request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    // The limit of the request line and all headers together: applications send long analytics parameters in the URL.
    // Above it the response is 431, which no application treats as final.
    http: { maxHeaderSize: MOST_HEADER_BYTES },
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    // Node would end every request after the same time, even uploads of gigabytes; see slow-bodies.ts. Headers have a
    // minute.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // A stopping server responds to the requests it has accepted; the load balancer sees /readyz and sends no more.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    schemaController: lazySerialization(),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnparsable,
  };
}

/** A route without declared access is a mistake that aborts the start. */
function requireAccess(app: App): void {
  app.addHook('onReady', async () => {
    const silent = app.routeTable.filter(({ config }) => config?.access === undefined);
    const names = silent.map(({ method, url }) => `${String(method)} ${url}`);
    if (names.length > 0) throw new Error(`routes without config.access: ${names.join(', ')}`);
  });
}
