import { type CommandTx, mailLanguage, queueVendorMail, vendorAddresses } from '../accounts/index.ts';
import type { Endpoint } from './tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Tells the vendor that nothing arrives at an endpoint. */
export async function mailAboutEndpoint(
  tx: CommandTx,
  { id, url, failingSince }: Endpoint,
  subject: 'failing' | 'disabled',
): Promise<void> {
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  const { host } = new URL(url);
  const days = Math.floor((tx.clock.now().getTime() - (failingSince?.getTime() ?? 0)) / DAY_MS);
  await queueVendorMail(tx, await vendorAddresses(tx), {
    kind: 'webhook',
    limit: 'None',
    language,
    subject: texts[subject].subject(host),
    heading: texts[subject].heading,
    paragraphs: [texts[subject].text(host, days)],
    notes: [texts.endpoint(id)],
  });
}
