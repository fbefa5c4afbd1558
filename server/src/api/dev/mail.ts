import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { accountByHost } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { MAIL_HEADERS } from '../../platform/http/pages/page-policy.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { defaultSender } from '../../platform/mail/addresses.ts';
import { findMail, newestMails } from '../../platform/mail/store.ts';
import type { System } from '../../platform/system.ts';
import { pageOwnerOf } from '../wire/page-owner.ts';
import { keepMailsKey, requireMailsKey } from './mails-key.ts';

const MOST_MAILS = 100;

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

const ListQuery = Type.Object({ key: Type.Optional(Type.String()) });
const MailPath = Type.Object({ accountId: Type.String(), mailId: Type.String() });
const config = { access: access.public(), isOffAccount: true, isPage: true };
const schema = { hide: true };

/**
 * Every mail of the machine at `/dev/mail`, for developers. Mails contain codes that open accounts: without development
 * features the pages do not exist. With them they are served only to this machine, even if other features are exposed,
 * and only to somebody who has opened the address with the key of this process, which is printed at startup.
 */
export function registerDevMail(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  const { mailsKey, database } = system;
  const { reader } = database;
  const shell = async (host: string) => {
    const account = await accountByHost(system, host);
    return { isWide: true, owner: account && pageOwnerOf(system.config, account), hasHeader: true };
  };
  const readMail = async ({ accountId, mailId }: { accountId: string; mailId: string }) => {
    const mail = await findMail(reader, accountId, mailId);
    if (mail === undefined) throw notFound({ detail: 'There is no such mail.' });
    return mail;
  };

  app.get('/dev/mail', { config, schema: { ...schema, querystring: ListQuery } }, async (request, reply) => {
    if (requireMailsKey(request, mailsKey, request.query.key)) {
      keepMailsKey(reply, mailsKey);
      return reply.redirect('/dev/mail', 303);
    }
    const mails = await newestMails(reader, MOST_MAILS);
    const body = templates.render('./list.eta', { mails, timeOf });
    return sendPage(reply, { title: 'Mails', body, ...(await shell(request.host)) });
  });
  app.get(
    '/dev/mail/:accountId/:mailId',
    { config, schema: { ...schema, params: MailPath } },
    async (request, reply) => {
      requireMailsKey(request, mailsKey);
      const mail = await readMail(request.params);
      const from = mailbox(mail.sender ?? defaultSender(system.config.publicUrl));
      const body = templates.render('./mail.eta', { mail, from, kind: wordsOf(mail.kind), timeOf });
      return sendPage(reply, { title: mail.subject, body, ...(await shell(request.host)) });
    },
  );
  app.get(
    '/dev/mail/:accountId/:mailId/html',
    { config, schema: { ...schema, params: MailPath } },
    async (request, reply) => {
      requireMailsKey(request, mailsKey);
      const mail = await readMail(request.params);
      return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(mail.htmlBody);
    },
  );
}

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function timeOf(moment: Date): string {
  return TIME.format(moment);
}

/** Such as “Password changed” for `password-changed`, and “Held renewals” for `HeldRenewals`. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/-|[A-Z]/g, (mark) => ` ${mark.replace('-', '')}`)
    .trim()
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function mailbox({ name, address }: { readonly name?: string; readonly address: string }): string {
  return name === undefined ? address : `${name} <${address}>`;
}
