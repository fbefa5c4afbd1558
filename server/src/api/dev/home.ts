import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import type { Account, Context } from '../../modules/accounts/index.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { GUIDES } from '../guide/dev-guide.ts';
import { pageOwnerOf } from '../wire/page-owner.ts';

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** Sends the start page for developers; `account` is the one of the host. */
export function sendDevHome(
  reply: FastifyReply,
  account: Account | undefined,
  { config, opensMails }: Pick<Context, 'config'> & { readonly opensMails: boolean },
): FastifyReply {
  const body = templates.render('./home.eta', { accountName: account?.name, guides: GUIDES, opensMails });
  return sendPage(reply, {
    title: 'Latchkey',
    body,
    isWide: true,
    owner: account && pageOwnerOf(config, account),
    hasHeader: true,
  });
}
