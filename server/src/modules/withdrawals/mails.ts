import { toDecimal } from '../../kernel/money.ts';
import type { MailBill } from '../../platform/mail/layout.ts';
import { type CommandTx, queueAccountMail, useOf } from '../accounts/index.ts';
import { languageOf } from '../documents/index.ts';
import { refusalTemplate, withdrawalTemplate } from './mail-templates.ts';
import type { WithdrawalLine, WithdrawalView } from './tables.ts';
import { de } from './texts/de.ts';
import { en, type WithdrawalTexts } from './texts/en.ts';

/** Confirms a withdrawal: its contents, date and time, and line by line what was waived and used. */
export async function queueDeclarationMail(
  tx: CommandTx,
  view: WithdrawalView,
  recipient: string,
): Promise<void> {
  const { withdrawal } = view;
  const speech = languageOf(withdrawal.locale);
  const texts = textsOf(speech);
  await queueAccountMail(tx, {
    kind: 'Withdrawal',
    // It must reach the buyer; each line of an order causes one at most.
    limit: 'None',
    recipient,
    language: speech.language,
    template: useOf(withdrawalTemplate, { order: withdrawal.orderNumber }),
    subject: texts.subject(withdrawal.orderNumber),
    heading: texts.heading,
    paragraphs: [
      texts.received,
      ...(withdrawal.statement === null ? [] : [texts.words(withdrawal.statement)]),
      ...(view.lines.every(({ entitlement }) => entitlement === 'Entitled')
        ? [texts.refund]
        : [texts.decides]),
    ],
    bill: billOf(tx, view, { speech, isOpen: true }),
  });
}

/** Tells the buyer that lines of a withdrawal are declined, and why. */
export async function queueRefusalMail(
  tx: CommandTx,
  view: WithdrawalView,
  { recipient, reason }: { readonly recipient: string; readonly reason: string },
): Promise<void> {
  const speech = languageOf(view.withdrawal.locale);
  const texts = textsOf(speech);
  await queueAccountMail(tx, {
    kind: 'WithdrawalDeclined',
    limit: 'None',
    recipient,
    language: speech.language,
    template: useOf(refusalTemplate, { order: view.withdrawal.orderNumber }),
    subject: texts.declinedSubject(view.withdrawal.orderNumber),
    heading: texts.declinedHeading,
    paragraphs: [reason],
    bill: billOf(tx, view, { speech, isOpen: false }),
  });
}

type Speech = ReturnType<typeof languageOf>;

function textsOf({ language }: Pick<Speech, 'language'>): WithdrawalTexts {
  return language === 'de' ? de : en;
}

interface BillOptions {
  readonly speech: Speech;
  /** Nobody has decided about the lines yet. */
  readonly isOpen: boolean;
}

function billOf(
  { account }: CommandTx,
  { withdrawal, lines }: WithdrawalView,
  { speech, isOpen }: BillOptions,
): MailBill {
  const texts = textsOf(speech);
  const { timeZone } = account.settings.documents;
  const moment = new Intl.DateTimeFormat(speech.locale, { dateStyle: 'long', timeStyle: 'long', timeZone });
  const currency = lines[0]?.currency ?? 'EUR';
  const money = new Intl.NumberFormat(speech.locale, { style: 'currency', currency });
  const amount = (minor: number) => money.format(toDecimal(minor, currency));
  return {
    facts: [
      { label: texts.order, value: withdrawal.orderNumber },
      { label: texts.at, value: moment.format(withdrawal.createdAt) },
    ],
    lines: lines.map((line) => ({
      label: line.quantity === 1 ? line.title : `${line.quantity} × ${line.title}`,
      value: amount(line.amountMinor),
      detail: remarksOf(line, { texts, isOpen, format: (at) => moment.format(at) }).join(' '),
    })),
    total: {
      label: texts.total,
      value: amount(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
    },
  };
}

interface RemarkOptions extends Pick<BillOptions, 'isOpen'> {
  readonly texts: WithdrawalTexts;
  readonly format: (at: Date) => string;
}

/** What happened to a line, and what follows from it: once it is declined, neither a promise nor a decision to wait for. */
function remarksOf(
  { waivedAt, accessedAt, entitlement }: WithdrawalLine,
  { texts, isOpen, format }: RemarkOptions,
): string[] {
  const isEntitled = entitlement === 'Entitled';
  // Consent to immediate delivery ends the right only with the first download or activation.
  const waiver = isEntitled && isOpen ? texts.waivedOnly : texts.waived;
  return [
    ...(waivedAt === null ? [] : [waiver(format(waivedAt))]),
    ...(accessedAt === null ? [] : [texts.accessed(format(accessedAt))]),
    ...(isEntitled && !isOpen ? [] : [texts.entitlements[entitlement]]),
    ...(isEntitled || !isOpen ? [] : [texts.sellerDecides]),
  ];
}
