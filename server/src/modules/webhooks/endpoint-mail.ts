import { type CommandTx, mailLanguage, queueAccountMail } from '../accounts/index.ts';
import type { Endpoint } from './tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Tells the seller, at `seller.email`, that nothing arrives at an endpoint. Without that address, no mail is sent. */
export async function mailAboutEndpoint(
  tx: CommandTx,
  { id, url, failingSince }: Endpoint,
  subject: 'failing' | 'disabled',
): Promise<void> {
  const { email } = tx.account.settings.seller;
  if (email === undefined) return;
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  const { host } = new URL(url);
  const days = Math.floor((tx.clock.now().getTime() - (failingSince?.getTime() ?? 0)) / DAY_MS);
  await queueAccountMail(tx, {
    kind: 'webhook',
    limit: 'None',
    recipient: email,
    language,
    subject: texts[subject].subject(host),
    heading: texts[subject].heading,
    paragraphs: [texts[subject].text(host, days)],
    notes: [texts.endpoint(id)],
  });
}
