import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { type Account, accountByHost } from '../../modules/accounts/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import type { System } from '../../platform/system.ts';
import { sendDevHome } from '../dev/home.ts';
import { opensMails } from '../dev/mails-key.ts';

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/**
 * The bare address of the server. In production it leads to the vendor's shop, else to the vendor's site, and without
 * both it names the vendor; in development it lists where everything is.
 */
export function registerHome(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/',
    config: { access: access.public(), isOffAccount: true, isPage: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const account = await accountByHost(system, request.host);
      if (system.config.hasDevFeatures)
        return sendDevHome(reply, account, { opensMails: opensMails(request, system.mailsKey) });
      if (account === undefined) throw notFound({ detail: 'No vendor uses this address.' });
      return sendHome(request, reply, account);
    },
  });
}

function sendHome(request: FastifyRequest, reply: FastifyReply, { name, settings }: Account): FastifyReply {
  const links = [settings.storefrontUrl, settings.websiteUrl];
  const shop = links.find((link) => link !== undefined && !isThisPage(link, request.host));
  if (shop !== undefined) return reply.redirect(shop);
  return sendPage(reply, { title: name, body: templates.render('./home.eta', { name }) });
}

/** A shop at the address of the server itself would lead here again and again. */
function isThisPage(link: string, host: string): boolean {
  const url = new URL(link);
  return url.host === host && url.pathname === '/';
}
