import { queueMail } from '../../../platform/mail/mail.ts';
import type { MailRow } from '../../../platform/mail/store.ts';
import type { CommandTx } from '../context.ts';
import { mailSender } from './mail-sender.ts';

/** The bodies of a mail; neither has the character between them. */
interface Bodies {
  readonly text: string;
  readonly html: string;
}

const BETWEEN = '\0';

/** Seals the bodies of a mail under its id, to send it again as it was. */
export function sealOf({ vault, account }: CommandTx, { text, html }: Bodies): (mailId: string) => string {
  const content = [text, html].map((body) => body.replaceAll(BETWEEN, '')).join(BETWEEN);
  return (mailId) => vault.seal(account, placeOf(mailId), content);
}

/** Queues a mail whose content was kept once more, to the same address; it does nothing where nothing was kept. */
export async function queueCopy(tx: CommandTx, mail: MailRow): Promise<void> {
  const { id, kind, recipient, subject, language, about, sealedContent } = mail;
  if (sealedContent === null) return;
  const [text = '', html = ''] = tx.vault.open(tx.account, placeOf(id), sealedContent).split(BETWEEN);
  const bodies = { text, html };
  const from = mailSender(tx.account);
  await queueMail(tx, tx, {
    accountId: tx.account.id,
    kind,
    recipient,
    subject,
    ...(from !== undefined && { from }),
    ...bodies,
    ...(language !== null && { language }),
    ...(about !== null && { about }),
    seal: sealOf(tx, bodies),
  });
}

function placeOf(mailId: string): string {
  return `mails/${mailId}`;
}
