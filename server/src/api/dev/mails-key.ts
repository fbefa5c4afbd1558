import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineProblem, notFound } from '../../kernel/problem.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { isSameSecret } from '../../platform/crypto/same-secret.ts';
import { isFromThisMachine } from '../../platform/http/network/client.ts';

const COOKIE = 'latchkey-mails';
/** Tells the start page that this browser may open the mails; it grants nothing. */
const MARK = 'latchkey-mails-open';

const mailsKeyRequired = defineProblem({
  status: 403,
  errorType: 'MailsKeyRequired',
  title: 'Open the mails with the address that the server printed',
  detail:
    'Mails hold codes that open accounts. Open the address that the server printed when it started; it is in data/demo.json, too, as mailsUrl.',
});

/** The address that opens the mails while this process runs. Anybody who has it can read every mail. */
export function mailsUrl(baseUrl: string, { mailsKey }: { readonly mailsKey: string }): string {
  return `${baseUrl}/dev/mail?key=${mailsKey}`;
}

/**
 * Whether the request has the key in its address. The key is then moved into a cookie, where no link, history or
 * screenshot shows it. Raises 404 if the caller is not on this machine, and 403 `MailsKeyRequired` if the caller has no
 * key: a proxy on this machine may forward strangers' requests that look like those of the machine itself.
 */
export function requireMailsKey(request: FastifyRequest, mailsKey: string, candidate?: string): boolean {
  if (!isFromThisMachine(request)) throw notFound();
  if (candidate !== undefined && isSameSecret(candidate, mailsKey)) return true;
  const cookie = cookieOf(request, COOKIE);
  if (cookie === undefined || !isSameSecret(cookie, mailsKey)) throw mailsKeyRequired();
  return false;
}

/** Stores the key in a cookie for these pages only, out of reach of scripts and of requests from other sites. */
export function keepMailsKey(reply: FastifyReply, mailsKey: string): void {
  void reply.header('set-cookie', [
    `${COOKIE}=${mailsKey}; Path=/dev; HttpOnly; SameSite=Strict`,
    `${MARK}=${hashSecret(mailsKey)}; Path=/; HttpOnly; SameSite=Strict`,
  ]);
}

/** Whether a link to the mails works for the caller: whether they have presented the key of this process before. */
export function opensMails(request: FastifyRequest, mailsKey: string): boolean {
  return isFromThisMachine(request) && cookieOf(request, MARK) === hashSecret(mailsKey);
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[name];
}
