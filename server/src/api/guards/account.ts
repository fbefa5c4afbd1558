import { notFound } from '../../kernel/problem.ts';
import { type Account, accountByHost } from '../../modules/accounts/index.ts';
import type { App } from '../../platform/http/app.ts';
import { applyCors } from '../../platform/http/cors.ts';
import type { System } from '../../platform/system.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the request's host names (wire contract section 1, Account resolution). */
    account: Account;
  }
}

/** Finds the account of every request by its host and applies the account's whitelisted origins. */
export function registerAccountGuard(app: App, system: System): void {
  // Fastify wants the property declared once; routes that are off account never read it.
  app.decorateRequest('account');
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isOffAccount === true) return;
    const account = await accountByHost(system, request.host);
    if (account === undefined) throw notFound({ detail: 'This host belongs to no account.' });
    request.account = account;
    request.accountId = account.id;
    if (applyCors(request, reply, account.settings.origins)) return reply.code(204).send();
  });
}
