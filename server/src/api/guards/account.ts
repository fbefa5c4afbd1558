import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineProblem, notFound, storeClosed } from '../../kernel/problem.ts';
import type { Account, HostDirectory } from '../../modules/accounts/index.ts';
import type { Order } from '../../modules/orders/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import { applyCors } from '../../platform/http/server/cors.ts';
import { isFromReference, OPAQUE_ORIGIN } from '../../platform/http/pages/docs-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the request's host names (wire contract section 1, Account resolution). */
    account: Account;
  }
}

interface DevelopmentOptions {
  readonly hasDevFeatures: boolean;
  /** The header of developers' requests from the API reference; absent: it sends none. */
  readonly referenceHeader: string | undefined;
}

const demoDisabled = defineProblem({
  status: 403,
  errorType: 'DemoAccountDisabled',
  title: 'The demo account is disabled',
  detail: 'This host leads to the demo account, which is disabled in production.',
});

/**
 * Finds the account of every request by its host and applies the account's whitelisted origins. The demo account, whose
 * secrets were printed and stored, is refused without development features, and so are routes of a store that is
 * closed.
 */
export function registerAccountGuard(app: App, directory: HostDirectory, options: DevelopmentOptions): void {
  const { hasDevFeatures } = options;
  // Fastify requires a declaration of the property; routes without an account never read it.
  app.decorateRequest('account');
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeConfig.isOffAccount === true) return done();
    const account = directory.now(request.host);
    if (account === undefined) return admitAccount(directory, request, reply, options);
    // Most requests are for a cached account, and wait for nothing.
    if (account.isDemo && !hasDevFeatures) return done(demoDisabled());
    if (admit(account, request, reply, options)) return reply.code(204).send();
    return isClosed(account, request) ? done(storeClosed()) : done();
  });
}

async function admitAccount(
  directory: HostDirectory,
  request: FastifyRequest,
  reply: FastifyReply,
  options: DevelopmentOptions,
): Promise<FastifyReply | undefined> {
  const account = await directory.find(request.host);
  if (account === undefined) throw notFound({ detail: 'This host belongs to no account.' });
  if (account.isDemo && !options.hasDevFeatures) throw demoDisabled();
  if (admit(account, request, reply, options)) return reply.code(204).send();
  if (isClosed(account, request)) throw storeClosed();
  return undefined;
}

/**
 * Raises 410 `StoreClosed` for an open order of a store that is closed. One that is being paid, or is paid, stays
 * readable: its buyer needs its outcome, its files and its documents.
 */
export function refuseClosedCart({ closure }: Account, { status }: Pick<Order, 'status'>): void {
  if (closure !== null && status === 'Open') throw storeClosed();
}

function isClosed({ closure }: Account, { routeConfig }: FastifyRequest): boolean {
  return closure !== null && routeConfig.group?.closesIn?.includes(closure) === true;
}

/** Whether the request is a preflight, which ends here. */
function admit(
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  { referenceHeader }: DevelopmentOptions,
): boolean {
  request.account = account;
  request.accountId = account.id;
  const { origins } = account.settings;
  const isReference = referenceHeader !== undefined && isFromReference(request, referenceHeader);
  return applyCors(request, reply, isReference ? [...origins, OPAQUE_ORIGIN] : origins);
}
