import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { accentColors } from '../brand/accent.ts';
import { initialsOf } from '../brand/initials.ts';
import { de } from './texts/de.ts';
import { en, type LayoutTexts } from './texts/en.ts';

/** The content of a mail. All of it is plain text; the layout escapes it. */
export interface MailContent {
  /** The sender; the name is shown if there is no logo. */
  readonly vendor: {
    readonly name: string;
    readonly logoUrl?: string | undefined;
    /**
     * The color of the button and the links, like `#1c6fbe`; it is darkened or lightened where it could not be read.
     */
    readonly accentColor?: string | undefined;
  };
  readonly heading: string;
  /** What the mail is about, small and below the heading, such as the number of an order. */
  readonly reference?: string | undefined;
  /** Above the other paragraphs, the action and the bill; unlike those, it may have several lines. */
  readonly opening?: readonly string[] | undefined;
  readonly paragraphs: readonly MailPhrase[];
  /**
   * What the mail is about, below the heading: the picture of one item in full width, several items as a list. Shown only
   * if one of them has a picture.
   */
  readonly items?: readonly MailItem[] | undefined;
  /** What the recipient does next, in this order: below the paragraphs and above the bill. */
  readonly steps?: { readonly heading: string; readonly list: readonly MailPhrase[] } | undefined;
  /** The purchased items, above the paragraphs. */
  readonly bill?: MailBill | undefined;
  /** Whether the action and the paragraphs come before the bill, the action after the first of them. */
  readonly beginsWithAction?: boolean | undefined;
  /** The main action: an http or https address, shown as a button and as a link. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** The alternative to the main action, with the reason to choose it. */
  readonly alternative?: { readonly text: string; readonly label: string; readonly url: string } | undefined;
  /** Small print, such as what to do if the recipient did not request the mail. */
  readonly notes?: readonly MailPhrase[] | undefined;
  readonly unsubscribeUrl?: string | undefined;
  /** The language of the mail, `en` or `de`; absent: English. */
  readonly language?: string | undefined;
}

/**
 * A text, or one with a link: the HTML form links the first words that are the label, the text form has the address after
 * them. Addresses are http or https.
 */
export type MailPhrase =
  | string
  | { readonly text: string; readonly link: { readonly label: string; readonly url: string } };

interface MailItem {
  readonly label: string;
  /** Stands for an item without a picture. */
  readonly initial: string;
  /** An http or https address. */
  readonly pictureUrl?: string | undefined;
}

/** A bill as a table. */
export interface MailBill {
  /** Labels and values above the table, such as its number and date. */
  readonly facts: readonly MailRow[];
  readonly lines: readonly MailLine[];
  /** Between the lines and the total, such as taxes. */
  readonly sums?: readonly MailRow[] | undefined;
  readonly total: MailRow;
  /** Small print below the table. */
  readonly notes?: readonly string[] | undefined;
  /** The bill as a file: an http or https address. */
  readonly link?: { readonly label: string; readonly url: string } | undefined;
}

interface MailLine extends MailRow {
  /** Small, below the label. */
  readonly detail?: string | undefined;
}

interface MailRow {
  readonly label: string;
  /** May have several lines. */
  readonly value: string;
}

/** A mail in both formats that a mail client may show. */
interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/**
 * Puts content into the layout that all mails share. Every string is escaped in the HTML form.
 * Throws a `RangeError` for a link that is not an absolute http or https address.
 */
export function renderMail(content: MailContent): RenderedMail {
  const { vendor, action, alternative, bill, unsubscribeUrl, language = 'en' } = content;
  const pictures = (content.items ?? []).map(({ pictureUrl }) => pictureUrl);
  const { paragraphs, steps, notes = [] } = content;
  const phrases = [...paragraphs, ...(steps?.list ?? []), ...notes];
  const links = [
    vendor.logoUrl,
    action?.url,
    alternative?.url,
    bill?.link?.url,
    unsubscribeUrl,
    ...pictures,
    ...phrases.flatMap((phrase) => (typeof phrase === 'string' ? [] : [phrase.link.url])),
  ];
  for (const url of links) if (url !== undefined) requireWebAddress(url);
  const items = pictures.some((url) => url !== undefined) ? content.items : [];
  const texts = WORDS[language] ?? WORDS.en;
  const parts = { ...content, ...arrange(content) };
  const complete = {
    opening: [],
    ...parts,
    notes,
    around: aroundLink,
    items,
    language,
    texts,
    initials: initialsOf(vendor.name),
    colors: colorsOf(vendor.accentColor),
  };
  return { text: textOf(parts, texts), html: templates.render('./mail.html.eta', complete) };
}

/** The paragraphs of a mail, in their places around its action and its bill. */
interface Arrangement {
  readonly aboveAction: readonly MailPhrase[];
  readonly aboveBill: readonly MailPhrase[];
  readonly belowBill: readonly MailPhrase[];
}

function arrange({ paragraphs, beginsWithAction = false }: MailContent): Arrangement {
  if (!beginsWithAction) return { aboveAction: [], aboveBill: [], belowBill: paragraphs };
  return { aboveAction: paragraphs.slice(0, 1), aboveBill: paragraphs.slice(1), belowBill: [] };
}

const STANDARD_ACCENT = '#1c6fbe';

function colorsOf(accent: string = STANDARD_ACCENT) {
  const { fill, onFill, fillEdge, text, tint } = accentColors(accent, 'light');
  const dark = accentColors(accent, 'dark');
  return {
    fill,
    onFill,
    fillEdge: fillEdge ?? fill,
    link: text,
    darkLink: dark.text,
    tint,
    darkTint: dark.tint,
  };
}

/** The layout's own texts, by language. */
const WORDS: Readonly<Record<string, LayoutTexts>> & { readonly en: LayoutTexts } = { en, de };

function rowsOf(rows: readonly MailLine[]): string {
  return rows
    .map(({ label, value, detail }) => {
      const row = `${label}: ${value.replaceAll('\n', ', ')}`;
      return detail === undefined ? row : `${row} (${detail})`;
    })
    .join('\n');
}

function billOf({ facts, lines, sums = [], total, notes = [], link }: MailBill): string[] {
  return [
    rowsOf(facts),
    rowsOf([...lines, ...sums, total]),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
  ];
}

function stepsOf({ heading, list }: NonNullable<MailContent['steps']>): string {
  return [`${heading}:`, ...list.map((step, index) => `${index + 1}. ${plain(step)}`)].join('\n');
}

/** What of a phrase is before its link, the label of the link, its address, and what is after it. */
function aroundLink(phrase: MailPhrase): readonly [string, string, string | undefined, string] {
  if (typeof phrase === 'string') return [phrase, '', undefined, ''];
  const { text, link } = phrase;
  const start = text.indexOf(link.label);
  if (start < 0) return [`${text} `, link.label, link.url, ''];
  return [text.slice(0, start), link.label, link.url, text.slice(start + link.label.length)];
}

/** A phrase with the address of its link: after a colon where the link is all of it, else in parentheses. */
function plain(phrase: MailPhrase): string {
  const [before, label, url, after] = aroundLink(phrase);
  if (url === undefined) return before;
  return before === '' && after === '' ? `${label}: ${url}` : `${before}${label} (${url})${after}`;
}

const LINE_CHARACTERS = 76;

function textOf(
  { beginsWithAction = false, aboveAction, aboveBill, belowBill, ...content }: MailContent & Arrangement,
  texts: LayoutTexts,
): string {
  const {
    vendor,
    heading,
    reference,
    opening = [],
    steps,
    bill,
    action,
    alternative,
    notes = [],
    unsubscribeUrl,
  } = content;
  const button = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const blocks = [
    reference === undefined ? heading : `${heading}\n${reference}`,
    ...opening,
    ...aboveAction.map(plain),
    ...(beginsWithAction ? button : []),
    ...aboveBill.map(plain),
    ...(steps === undefined ? [] : [stepsOf(steps)]),
    ...(bill === undefined ? [] : billOf(bill)),
    ...belowBill.map(plain),
    ...(beginsWithAction ? [] : button),
    ...(alternative === undefined ? [] : [alternative.text, `${alternative.label}:\n${alternative.url}`]),
    ['--', ...notes.map(plain), texts.sentBy(vendor.name)].join('\n'),
    ...(unsubscribeUrl === undefined ? [] : [`${texts.unsubscribe}:\n${unsubscribeUrl}`]),
  ];
  return `${blocks.map((block) => block.split('\n').map(wrapLine).join('\n')).join('\n\n')}\n`;
}

/** Breaks long lines between words; an address is one word and stays whole. */
function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > LINE_CHARACTERS) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current].join('\n');
}

function requireWebAddress(url: string): void {
  const isWeb = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWeb) throw new RangeError('a link in a mail is an absolute http or https address');
}
