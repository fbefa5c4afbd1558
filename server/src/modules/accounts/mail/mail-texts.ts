import { type Static, Type } from '../../../kernel/schema.ts';

const Words = Type.Object({
  subject: Type.Optional(Type.String()),
  heading: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
});

/** Words of the vendor; a part that is absent is the standard one. */
const OwnText = Type.Object({
  words: Words,
  /** The revision of the account with which it was saved. */
  revision: Type.Integer(),
  updatedAt: Type.String(),
});
export type OwnText = Static<typeof OwnText>;

/** A vendor's own texts, by the id of the mail and its language. */
export const MailTexts = Type.Record(
  Type.String(),
  Type.Object({ en: Type.Optional(OwnText), de: Type.Optional(OwnText) }),
);
export type MailTexts = Readonly<Record<string, Readonly<Partial<Record<'en' | 'de', OwnText>>>>>;
