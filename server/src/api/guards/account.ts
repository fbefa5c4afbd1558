import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import type { Account, HostDirectory } from '../../modules/accounts/index.ts';
import type { App } from '../../platform/http/app.ts';
import { applyCors } from '../../platform/http/cors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the request's host names (wire contract section 1, Account resolution). */
    account: Account;
  }
}

/** Finds the account of every request by its host and applies the account's whitelisted origins. */
export function registerAccountGuard(app: App, directory: HostDirectory): void {
  // Fastify wants the property declared once; routes that are off account never read it.
  app.decorateRequest('account');
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeConfig.isOffAccount === true) return done();
    const account = directory.now(request.host);
    if (account === undefined) return admitFound(directory, request, reply);
    // Most requests are for an account that is in memory, and wait for nothing.
    if (admit(account, request, reply)) return reply.code(204).send();
    return done();
  });
}

async function admitFound(
  directory: HostDirectory,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const account = await directory.find(request.host);
  if (account === undefined) throw notFound({ detail: 'This host belongs to no account.' });
  return admit(account, request, reply) ? reply.code(204).send() : undefined;
}

/** Whether the request is a preflight, which ends here. */
function admit(account: Account, request: FastifyRequest, reply: FastifyReply): boolean {
  request.account = account;
  request.accountId = account.id;
  return applyCors(request, reply, account.settings.origins);
}
