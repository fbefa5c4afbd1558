import { refuseIssues } from '../../kernel/problem.ts';
import {
  type CommandTx,
  type Context,
  type MailLanguage,
  type MailTemplate,
  type MailWords,
  type OwnText,
  saveMailText,
  standardWords,
} from '../accounts/index.ts';
import { tidyWords, wordIssues } from './word-issues.ts';
import { MAIL_TEMPLATES, mailTemplate, placeholdersOf } from './mail-templates.ts';

/** Which text: of a mail, in a language. */
export interface MailTextPlace {
  readonly mailId: string;
  readonly language: MailLanguage;
}

/** The text of a mail: the standard one, and what the vendor has in its place. */
export interface MailText extends MailTextPlace {
  readonly template: MailTemplate;
  readonly standard: MailWords;
  readonly own: OwnText | undefined;
  /** Why the vendor's text does not fit, so that the standard one is sent; by part. */
  readonly issues: Readonly<Record<string, readonly string[]>>;
  /** 0 for the standard text. */
  readonly revision: number;
}

const LANGUAGES = ['en', 'de'] as const satisfies readonly MailLanguage[];

/** The texts of all mails that the vendor may word, in both languages. */
export function listMailTexts(ctx: Context): MailText[] {
  return MAIL_TEMPLATES.flatMap(({ id }) =>
    LANGUAGES.map((language) => findMailText(ctx, { mailId: id, language })),
  );
}

/** Raises `NotFound`. */
export function findMailText(ctx: Context, place: MailTextPlace): MailText {
  return viewOf(ctx, place, ctx.account.mailTexts[place.mailId]?.[place.language]);
}

/**
 * Replaces the subject, the heading or the text of a mail; a part that is absent is the standard one. Raises
 * `InvalidInput` with every issue, `NotFound` and `StaleRevision`.
 */
export async function setMailText(
  tx: CommandTx,
  place: MailTextPlace,
  input: Partial<MailWords>,
  expectedRevision?: number,
): Promise<MailText> {
  const template = mailTemplate(place.mailId);
  const words = checkedWords(template, input);
  refuseIssues({ text: Object.keys(words).length === 0 ? [NOTHING] : [] });
  return viewOf(tx, place, await saveMailText(tx, place, words, expectedRevision));
}

const NOTHING = 'must be set, unless the subject or the heading is';

/** Gives a mail its standard text again. Raises `NotFound` and `StaleRevision`. */
export async function resetMailText(
  tx: CommandTx,
  place: MailTextPlace,
  expectedRevision?: number,
): Promise<MailText> {
  mailTemplate(place.mailId);
  return viewOf(tx, place, await saveMailText(tx, place, {}, expectedRevision));
}

/** The words as they are stored. Raises `InvalidInput` with every issue. */
export function checkedWords(template: MailTemplate, input: Partial<MailWords>): Partial<MailWords> {
  const words = tidyWords(input);
  refuseIssues(wordIssues(words, placeholdersOf(template)));
  return words;
}

function viewOf(
  ctx: Parameters<typeof standardWords>[0],
  place: MailTextPlace,
  own: OwnText | undefined,
): MailText {
  const template = mailTemplate(place.mailId);
  const issues = Object.entries(wordIssues(own?.words ?? {}, placeholdersOf(template)));
  return {
    ...place,
    template,
    standard: standardWords(ctx, template, place.language),
    own,
    issues: Object.fromEntries(issues.filter(([, messages]) => messages.length > 0)),
    revision: own?.revision ?? 0,
  };
}
