import { accountUrl, logoAddress } from '../hosts/account-url.ts';
import type { AccountContext } from '../context.ts';
import { type MailContent, renderMail } from '../../../platform/mail/layout.ts';
import { withWords } from './account-mail.ts';
import { fillWords } from './fill-words.ts';
import type { MailLanguage } from './mail-language.ts';
import { inHeader } from './mail-sender.ts';
import type {
  MailTemplate,
  MailWords,
  Placeholder,
  PlaceholderValues,
  SampleMail,
  SamplePlace,
} from './mail-template.ts';

type PlaceContext = Pick<AccountContext, 'account' | 'clock' | 'config'>;

/** What placeholders stand for in previews. */
const DEMONSTRATION: Readonly<Record<Placeholder, string>> = {
  customer: 'Ada Lovelace',
  order: 'K7QM-4T2P',
  product: 'Demo App',
  version: '3',
};

/** The standard words of a mail, with its placeholders. */
export function standardWords(ctx: PlaceContext, template: MailTemplate, language: MailLanguage): MailWords {
  const { placeholders } = template;
  const names = Object.fromEntries(['shop', ...placeholders].map((name) => [name, `{{${name}}}`]));
  const values = { shop: '', ...DEMONSTRATION, ...names };
  const { subject, heading, opening } = template.compose(values, placeOf(ctx, language));
  return { subject, heading, text: opening.join('\n\n') };
}

/** A mail as it would be with some words of the vendor, of things that do not exist. The words have to fit. */
export function sampleMail(
  ctx: PlaceContext,
  template: MailTemplate,
  language: MailLanguage,
  words: Partial<MailWords>,
): Omit<SampleMail & MailContent, 'vendor'> {
  const values: PlaceholderValues = { shop: ctx.account.name, ...DEMONSTRATION };
  const standard = { ...template.compose(values, placeOf(ctx, language)), language };
  const mail = withWords(standard, fillWords(words, values) ?? {});
  return { ...mail, subject: inHeader(mail.subject) };
}

/** Both forms of a sample. */
export function renderSample({ account, config }: PlaceContext, sample: Omit<MailContent, 'vendor'>) {
  const { name, settings } = account;
  const vendor = { name, logoUrl: logoAddress(config, account), accentColor: settings.brand.accentColor };
  return renderMail({ vendor, ...sample });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

function placeOf(ctx: PlaceContext, language: MailLanguage): SamplePlace {
  const locale = language === 'de' ? 'de-DE' : 'en';
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const now = ctx.clock.now().getTime();
  return {
    language,
    locale,
    day: (count) => days.format(new Date(now + count * DAY_MS)),
    money: (minor) => amounts.format(minor / 100),
    page: (path) => `${accountUrl(ctx.config, ctx.account)}${path}`,
  };
}
