import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineProblem, notFound } from '../../kernel/problem.ts';
import type { Account, HostDirectory } from '../../modules/accounts/index.ts';
import type { Config } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import { applyCors } from '../../platform/http/cors.ts';
import { isFromThisMachine } from '../../platform/http/this-machine.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the request's host names (wire contract section 1, Account resolution). */
    account: Account;
  }
}

/** The origin of pages in a sandbox, such as the API reference, which a developer tries requests with. */
const OPAQUE = 'null';

const demoDisabled = defineProblem({
  status: 403,
  errorType: 'DemoAccountDisabled',
  title: 'The demo account is disabled',
  detail: 'This host leads to the demo account, which is disabled in production.',
});

/**
 * Finds the account of every request by its host and applies the account's whitelisted origins. The demo account, whose
 * secrets were printed and written down, is refused where there are no development features.
 */
export function registerAccountGuard(
  app: App,
  directory: HostDirectory,
  { hasDevFeatures }: Pick<Config, 'hasDevFeatures'>,
): void {
  // Fastify wants the property declared once; routes that are off account never read it.
  app.decorateRequest('account');
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeConfig.isOffAccount === true) return done();
    const account = directory.now(request.host);
    if (account === undefined) return admitFound(directory, request, reply, hasDevFeatures);
    // Most requests are for an account that is in memory, and wait for nothing.
    if (account.isDemo && !hasDevFeatures) return done(demoDisabled());
    if (admit(account, request, reply, hasDevFeatures)) return reply.code(204).send();
    return done();
  });
}

async function admitFound(
  directory: HostDirectory,
  request: FastifyRequest,
  reply: FastifyReply,
  hasDevFeatures: boolean,
): Promise<FastifyReply | undefined> {
  const account = await directory.find(request.host);
  if (account === undefined) throw notFound({ detail: 'This host belongs to no account.' });
  if (account.isDemo && !hasDevFeatures) throw demoDisabled();
  return admit(account, request, reply, hasDevFeatures) ? reply.code(204).send() : undefined;
}

/** Whether the request is a preflight, which ends here. */
function admit(
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  hasDevFeatures: boolean,
): boolean {
  request.account = account;
  request.accountId = account.id;
  const { origins } = account.settings;
  const isReference = hasDevFeatures && request.headers.origin === OPAQUE && isFromThisMachine(request);
  return applyCors(request, reply, isReference ? [...origins, OPAQUE] : origins);
}
