import { notFound } from '../../../kernel/problem.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandTx } from '../context.ts';
import { recordAccountEvent } from '../events.ts';
import { ACCOUNT_TOPIC } from '../find-account.ts';
import { lockAccountRow, updateAccountRow } from '../store.ts';
import type { MailLanguage } from './mail-language.ts';
import type { MailTexts, OwnText } from './mail-texts.ts';
import type { MailWords } from './mail-template.ts';

interface TextPlace {
  readonly mailId: string;
  readonly language: MailLanguage;
}

/**
 * Replaces what the vendor wrote for a mail in a language, unchecked; without any words, the mail has its standard text
 * again. Returns what is stored now. Raises `StaleRevision`; the standard text has revision 0.
 */
export async function saveMailText(
  tx: CommandTx,
  place: TextPlace,
  words: Partial<MailWords>,
  expectedRevision: number | undefined,
): Promise<OwnText | undefined> {
  const row = await lockAccountRow(tx, tx.account.id);
  if (row === undefined) throw notFound();
  const { mailId, language } = place;
  const before = row.mailTexts?.[mailId]?.[language];
  checkRevision({ revision: before?.revision ?? 0 }, expectedRevision);
  const change = changedFields(before?.words ?? {}, words);
  if (change === undefined) return before;
  const after: OwnText | undefined =
    Object.keys(words).length === 0
      ? undefined
      : { words, revision: row.revision + 1, updatedAt: tx.clock.now().toISOString() };
  await updateAccountRow(tx, row.id, { mailTexts: withText(row.mailTexts ?? {}, place, after) });
  await recordChange(tx, row.id, ACCOUNT_TOPIC);
  const data = { mail: mailId, language, ...change };
  recordAccountEvent(tx, { type: 'mail-text.changed', subjects: {}, data });
  return after;
}

function withText(
  texts: MailTexts,
  { mailId, language }: TextPlace,
  text: OwnText | undefined,
): MailTexts | null {
  const { [language]: _before, ...others } = texts[mailId] ?? {};
  const { [mailId]: _mail, ...rest } = texts;
  const ofMail = text === undefined ? others : { ...others, [language]: text };
  const all = Object.keys(ofMail).length === 0 ? rest : { ...rest, [mailId]: ofMail };
  return Object.keys(all).length === 0 ? null : all;
}
