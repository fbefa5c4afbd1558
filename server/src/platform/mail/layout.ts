import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

/** The content of a mail. All of it is plain text; the layout escapes it. */
export interface MailContent {
  /** The sender; the name is shown if there is no logo. */
  readonly vendor: { readonly name: string; readonly logoUrl?: string | undefined };
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The purchased items, above the paragraphs. */
  readonly bill?: MailBill | undefined;
  /** The one thing to do: an http or https address, shown as a button and in full. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Small print, such as what to do if the recipient did not request the mail. */
  readonly notes?: readonly string[] | undefined;
  readonly unsubscribeUrl?: string | undefined;
}

/** A bill as a table. */
export interface MailBill {
  /** Labels and values above the table, such as its number and date. */
  readonly facts: readonly MailRow[];
  readonly lines: readonly MailRow[];
  readonly total: MailRow;
}

export interface MailRow {
  readonly label: string;
  /** May have several lines. */
  readonly value: string;
}

/** A mail in both forms that a reader may show. */
export interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/**
 * Puts content into the layout that all mails share. Every string is escaped in the HTML form.
 * Throws a `RangeError` for a link that is not an absolute http or https address.
 */
export function renderMail(content: MailContent): RenderedMail {
  const { vendor, action, unsubscribeUrl } = content;
  for (const url of [vendor.logoUrl, action?.url, unsubscribeUrl])
    if (url !== undefined) requireWebAddress(url);
  const complete = { notes: [], ...content };
  return { text: textOf(content), html: templates.render('./mail.html.eta', complete) };
}

function rowsOf(rows: readonly MailRow[]): string {
  return rows.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n');
}

const LINE_CHARACTERS = 76;

function textOf({
  vendor,
  heading,
  bill,
  paragraphs,
  action,
  notes = [],
  unsubscribeUrl,
}: MailContent): string {
  const blocks = [
    heading,
    ...(bill === undefined ? [] : [rowsOf(bill.facts), rowsOf([...bill.lines, bill.total])]),
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ['--', ...notes, `Sent by ${vendor.name}`].join('\n'),
    ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe:\n${unsubscribeUrl}`]),
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
