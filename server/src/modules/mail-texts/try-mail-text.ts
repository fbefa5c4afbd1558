import { rateLimited } from '../../kernel/problem.ts';
import {
  type CommandTx,
  type Context,
  type MailWords,
  mayMail,
  queueAccountMail,
  renderSample,
  sampleMail,
} from '../accounts/index.ts';
import { mailTemplate } from './mail-templates.ts';
import { checkedWords, type MailTextPlace } from './mail-texts.ts';

/** A mail of things that do not exist. */
interface MailPreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * A mail as it would be with these words, with a customer, an order and amounts that do not exist; a part that is absent is the
 * standard one. Nothing is saved or sent. Raises `InvalidInput` with every issue, and `NotFound`.
 */
export function previewMailText(ctx: Context, place: MailTextPlace, input: Partial<MailWords>): MailPreview {
  const sample = sampleOf(ctx, place, input);
  return { subject: sample.subject, ...renderSample(ctx, sample) };
}

/** Mails such a preview to the operator who asks, or to the seller. Raises 429 after too many of these in an hour, too. */
export async function sendMailTest(
  tx: CommandTx,
  place: MailTextPlace,
  { input, recipient }: { readonly input: Partial<MailWords>; readonly recipient: string },
): Promise<void> {
  const { subject, ...sample } = sampleOf(tx, place, input);
  if (!(await mayMail(tx, KIND, recipient))) throw rateLimited();
  const mail = { kind: KIND, limit: 'None', recipient, subject: `Test: ${subject}`, ...sample } as const;
  await queueAccountMail(tx, mail);
}

const KIND = 'mail-text-test';

function sampleOf(ctx: Context | CommandTx, { mailId, language }: MailTextPlace, input: Partial<MailWords>) {
  const template = mailTemplate(mailId);
  return sampleMail(ctx, template, language, checkedWords(template, input));
}
