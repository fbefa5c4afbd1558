import type { ApiScope } from '../../modules/accounts/index.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import type { ContentWords } from './dashboard-content-words.ts';

/** Who reads a first content, and how they write. */
export interface ContentReader {
  readonly words: ContentWords;
  /** A language tag, which amounts and dates follow. */
  readonly locale: string;
  readonly now: Date;
  /** That of the account. */
  readonly timeZone: string;
  readonly today: Temporal.PlainDate;
  readonly mayDo: (scope: ApiScope) => boolean;
}

/** The heading of a page, and the button beside it, if any. */
export function heading(text: string, button?: string): string {
  const beside = button === undefined ? '' : `<span class="first-button">${escaped(button)}</span>`;
  return `<div class="first-head"><p class="first-heading">${escaped(text)}</p>${beside}</div>`;
}

/** A box for a filter. */
export interface FieldBox {
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'day' | 'sort';
  /** The widest of its values, which makes it as wide; absent: its width does not depend on them. */
  readonly widest?: string;
}

/** Boxes in the places of filters, and what is beside them. */
export function fields(boxes: readonly FieldBox[], beside = ''): string {
  const all = boxes.map(
    ({ label, kind, widest = '' }) =>
      `<i class="first-field" data-kind="${kind}" data-widest="${escaped(widest)}">${escaped(label)}</i>`,
  );
  return `<div class="first-tools">${all.join('')}${beside}</div>`;
}

/** The buttons beside the filters of a list. */
export function choices({ views, columns, csv }: ContentWords, hasCsv: boolean): string {
  const button = hasCsv ? `<span class="first-button" data-kind="default">${escaped(csv)}</span>` : '';
  return (
    `<div class="first-choices"><i class="first-choice">${escaped(views)}</i>` +
    `<i class="first-choice" data-kind="columns">${escaped(columns)}</i>${button}</div>`
  );
}

/** A figure of sales, with what it was before. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly before: string;
}

/** A part of a page, as sections of the dashboard show it. */
interface Section {
  readonly title: string;
  /** The link beside the title; absent: none. */
  readonly link?: string;
  /** The button that downloads it; absent: none. */
  readonly csv?: string;
  /** A sentence above the figures; absent: none. */
  readonly note?: string | undefined;
  readonly figures?: readonly Figure[];
  /** HTML below the figures. */
  readonly content?: string;
}

/** A surface with a title, figures and other content. */
export function section({ title, link, csv, note, figures = [], content = '' }: Section): string {
  const all = figures.map(
    ({ name, value, before }) =>
      `<div><p class="first-small">${escaped(name)}</p><p class="first-value">${escaped(value)}</p><p class="first-small">${escaped(before)}</p></div>`,
  );
  const beside = [
    link === undefined ? '' : `<span class="first-link">${escaped(link)}</span>`,
    csv === undefined ? '' : `<span class="first-csv">${escaped(csv)}</span>`,
  ].join('');
  const text = note === undefined ? '' : `<p class="first-text first-dimmed first-note">${escaped(note)}</p>`;
  const rows = all.length === 0 ? '' : `<div class="first-figures">${all.join('')}</div>`;
  return `<div class="first-section"><div class="first-head"><p class="first-title">${escaped(title)}</p>${beside}</div>${text}${rows}${content}</div>`;
}

/** A cell of a list. */
export interface Cell {
  readonly label: string;
  /** HTML. */
  readonly content: string;
  readonly isNumber?: boolean;
  /** What the row is called: the heading of its card on a phone. */
  readonly isMain?: boolean;
  /** A box that chooses the row; the one in the head chooses all. */
  readonly isBox?: boolean;
  /** How the list is sorted by it, or can be. */
  readonly sort?: 'descending' | 'none';
}

/** A list as a table, which a phone shows as cards; nothing without rows. */
export function table(rows: readonly (readonly Cell[])[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const head = first.map(
    (cell) =>
      `<th${marks(cell)}>${cell.isBox === true ? cell.content : escaped(cell.label)}${arrow(cell)}</th>`,
  );
  const body = rows.map(
    (cells) =>
      `<tr>${cells
        .map((cell) => `<td data-label="${escaped(cell.label)}"${marks(cell)}>${cell.content}</td>`)
        .join('')}</tr>`,
  );
  return `<div class="first-surface"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function marks({ isNumber, isMain, isBox }: Cell): string {
  const all = Object.entries({ number: isNumber, main: isMain, box: isBox });
  return all.map(([name, is]) => (is === true ? ` data-${name}="true"` : '')).join('');
}

function arrow({ sort }: Cell): string {
  return sort === undefined ? '' : ` <span data-sort="${sort}">${sort === 'none' ? '↕' : '↓'}</span>`;
}

/** An amount as the pages write it. */
export function money(amount: number, currency: string, { locale }: ContentReader): string {
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
  return text.replace('-', '−');
}

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** A time as a distance from now, or as a day when it is long ago. */
export function moment(at: string, { locale, now, timeZone }: ContentReader): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  let distance = (new Date(at).getTime() - now.getTime()) / 1_000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(Math.round(distance)) < size) return format.format(Math.round(distance), unit);
    distance /= size;
  }
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));
}
