import { notFound } from '../../kernel/problem.ts';
import { accountByHost, ownShopUrl } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { sendDevHome } from '../dev/home.ts';
import { opensMails } from '../dev/mails-key.ts';

/**
 * The root URL of the server. In production it leads to the vendor's shop, else to the vendor's site, and without both
 * to the hosted shop; in development it is an overview.
 */
export function registerHome(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/',
    config: { access: access.public(), isOffAccount: true, isPage: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const account = await accountByHost(system, request.host);
      const { config, mailsKey } = system;
      if (config.hasDevFeatures)
        return sendDevHome(reply, account, { config, opensMails: opensMails(request, mailsKey) });
      if (account === undefined) throw notFound({ detail: 'No vendor uses this address.' });
      const own = ownShopUrl(account);
      return reply.redirect(own === undefined || isThisPage(own, request.host) ? '/shop' : own);
    },
  });
}

/** A shop at the address of the server itself would redirect here endlessly. */
function isThisPage(link: string, host: string): boolean {
  const url = new URL(link);
  return url.host === host && url.pathname === '/';
}
