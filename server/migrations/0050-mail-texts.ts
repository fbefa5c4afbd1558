import type { SchemaStep } from '../src/platform/database/database.ts';

/** A vendor's own texts of mails, by mail and language. They are read with the account, so that a mail costs no statement. */
export const mailTexts: SchemaStep = {
  name: '0050-mail-texts',
  worksWith: '0016-withdrawals',
  statements: [`alter table accounts add column mail_texts JSON`],
  indexes: [],
};
