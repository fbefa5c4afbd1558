import type { MailContent } from '../../../platform/mail/layout.ts';
import type { MailLanguage } from './mail-language.ts';

/** What a mail is about, to list similar ones together. */
export type MailGroup = 'Purchases' | 'Subscriptions' | 'Account' | 'Newsletter';

/** What `{{name}}` in a vendor's own text may stand for, beside the name of the shop. */
export type Placeholder = 'customer' | 'order' | 'product' | 'version';

/** A value for each placeholder of a mail. */
export type PlaceholderValues<Name extends Placeholder = Placeholder> = Readonly<
  Record<Name | 'shop', string>
>;

/** What a vendor may write in a mail. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  /** The first paragraphs, with an empty line between them. */
  readonly text: string;
}

/** A whole mail with a customer, an order and amounts that do not exist. */
export interface SampleMail extends Omit<MailContent, 'vendor' | 'language'> {
  readonly subject: string;
  readonly opening: readonly string[];
}

/** Where a sample is composed: its language, and days, amounts and addresses in it. */
export interface SamplePlace {
  readonly language: MailLanguage;
  readonly locale: string;
  /** A day, so many days from now. */
  readonly day: (days: number) => string;
  /** An amount in cents. */
  readonly money: (minor: number) => string;
  /** A page of the account. */
  readonly page: (path: string) => string;
}

/** A mail whose subject, heading and opening a vendor may replace. */
export interface MailTemplate<Name extends Placeholder = Placeholder> {
  /** Stored, and in addresses: it never changes. */
  readonly id: string;
  readonly group: MailGroup;
  readonly placeholders: readonly Name[];
  /** The standard mail with these values, for the standard texts and for previews. */
  readonly compose: (values: PlaceholderValues<Name>, place: SamplePlace) => SampleMail;
}

/** The template of a mail, and what its placeholders stand for. */
export interface TemplateUse {
  readonly templateId: string;
  readonly values: Partial<PlaceholderValues>;
}

/** Says that a mail follows a template, with a value for each of its placeholders. */
export function useOf<Name extends Placeholder>(
  { id }: MailTemplate<Name>,
  values: Readonly<Record<Name, string>>,
): TemplateUse {
  return { templateId: id, values };
}

/** The paragraphs of a text. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
