import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import type { Account } from '../../modules/accounts/index.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { GUIDES } from './guide.ts';

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** Answers the page that says to people who develop what there is; `account` is the one that the host leads to. */
export function sendDevHome(
  reply: FastifyReply,
  account: Account | undefined,
  { opensMails }: { readonly opensMails: boolean },
): FastifyReply {
  const body = templates.render('./home.eta', { accountName: account?.name, guides: GUIDES, opensMails });
  return sendPage(reply, { title: 'Latchkey', body });
}
