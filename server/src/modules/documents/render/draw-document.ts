import type { DocumentView, Party, ViewLine, ViewRow } from './document-view.ts';

type Pdf = PDFKit.PDFDocument;

const MARGIN = 52;
/** Reserved for the line at the bottom of each page. */
const FOOTER = 64;
const GAP = 24;
/** An order's id fits into one line. */
const FACTS_WIDTH = 186;
/** Digits of equal width, so that amounts align in columns. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern', 'liga', 'ccmp', 'mark'];
const INK = '#1c1f26';
const QUIET = '#5b6270';
const RULE = '#d5d9e0';
const ACCENT = '#1c6fbe';

/** A column of the table; the first takes the remaining width. */
interface Column {
  readonly label: string;
  /** Points. */
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly text: (line: ViewLine) => string;
}

/** Draws a document onto as many pages as it needs; the head of the table is on each of them. */
export function drawDocument(pdf: Pdf, view: DocumentView): void {
  const table = columnsOf(view, pdf.page.width - 2 * MARGIN);
  let y = drawHead(pdf, view);
  y = drawParties(pdf, view, y + GAP);
  y = drawTableHead(pdf, table, y + GAP * 1.25);
  for (const line of view.lines) {
    const height = rowHeight(pdf, table, line);
    if (y + height > bottomOf(pdf)) y = drawTableHead(pdf, table, addPage(pdf));
    drawRow(pdf, table, line, y);
    y += height;
  }
  y = drawSums(pdf, view, y);
  drawNotes(pdf, view, y + GAP);
  drawFooters(pdf, view);
}

function bottomOf(pdf: Pdf): number {
  return pdf.page.height - FOOTER;
}

/** Returns where its content begins. */
function addPage(pdf: Pdf): number {
  pdf.addPage();
  return MARGIN;
}

interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** The width of aligned amounts. */
  readonly isTabular?: boolean;
}

function style(pdf: Pdf, { size, isBold = false, color = INK }: TextStyle): Pdf {
  return pdf
    .font(isBold ? 'Bold' : 'Regular')
    .fontSize(size)
    .fillColor(color);
}

/** Writes a text and returns where it ends. */
function write(pdf: Pdf, text: string, x: number, y: number, look: TextStyle): number {
  const { width, align = 'left' } = look;
  style(pdf, look).text(text, x, y, { width, align, lineGap: 1.5, ...featuresOf(look) });
  return y + heightOf(pdf, text, look);
}

/** Only for numbers: the library does not cache the widths of words with features. */
function featuresOf({ isTabular }: TextStyle): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return isTabular === true ? { features: FEATURES } : {};
}

/**
 * The heights of the texts of each file: most are needed several times, and the library lays the text out each time.
 */
const heights = new WeakMap<Pdf, Map<string, number>>();

function heightOf(pdf: Pdf, text: string, look: TextStyle): number {
  // An empty text takes no room.
  if (text === '') return 0;
  const { size, isBold = false, isTabular = false, width } = look;
  const ofFile = heights.get(pdf) ?? new Map<string, number>();
  heights.set(pdf, ofFile);
  const key = JSON.stringify([size, isBold, isTabular, width, text]);
  style(pdf, look);
  const height = ofFile.get(key) ?? pdf.heightOfString(text, { width, lineGap: 1.5, ...featuresOf(look) });
  ofFile.set(key, height);
  return height;
}

function drawHead(pdf: Pdf, view: DocumentView): number {
  const width = pdf.page.width - 2 * MARGIN;
  pdf.rect(0, 0, pdf.page.width, 6).fill(ACCENT);
  const half = width / 2;
  const left = write(pdf, view.seller.name, MARGIN, MARGIN, { size: 15, isBold: true, width: half - GAP });
  const title = { size: 22, isBold: true, width: half, align: 'right' } as const;
  const below = write(pdf, view.title, MARGIN + half, MARGIN - 5, title);
  const number = { size: 10.5, color: QUIET, width: half, align: 'right' } as const;
  return Math.max(left, write(pdf, view.number, MARGIN + half, below, number));
}

function drawParties(pdf: Pdf, view: DocumentView, top: number): number {
  const { texts } = view;
  const width = (pdf.page.width - 2 * MARGIN - 2 * GAP - FACTS_WIDTH) / 2;
  const seller = drawParty(pdf, texts.soldBy, view.seller, { x: MARGIN, y: top, width });
  const buyer = drawParty(pdf, texts.billedTo, view.buyer, { x: MARGIN + width + GAP, y: top, width });
  let y = top;
  for (const { label, value } of view.facts) {
    const x = MARGIN + 2 * (width + GAP);
    y = write(pdf, label, x, y, { size: 7.5, color: QUIET, width: FACTS_WIDTH });
    y = write(pdf, value, x, y, { size: 9, width: FACTS_WIDTH }) + 3;
  }
  return Math.max(seller, buyer, y);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawParty(pdf: Pdf, label: string, { name, lines }: Party, { x, y: top, width }: Place): number {
  let y = write(pdf, label, x, top, { size: 7.5, color: QUIET, width }) + 1;
  y = write(pdf, name, x, y, { size: 9.5, isBold: true, width });
  for (const line of lines) y = write(pdf, line, x, y, { size: 9.5, width });
  return y;
}

function columnsOf({ texts, isTaxed }: DocumentView, width: number): readonly Column[] {
  const right = (label: string, size: number, text: Column['text']): Column => ({
    label,
    width: size,
    align: 'right',
    text,
  });
  const others = isTaxed
    ? [
        right(texts.quantity, 50, ({ quantity }) => quantity),
        right(texts.net, 76, ({ net }) => net),
        right(texts.rate, 58, ({ rate }) => rate),
        right(texts.tax, 66, ({ tax }) => tax),
        right(texts.amount, 80, ({ gross }) => gross),
      ]
    : [
        right(texts.quantity, 50, ({ quantity }) => quantity),
        right(texts.unitPrice, 90, ({ unitPrice }) => unitPrice),
        right(texts.amount, 90, ({ gross }) => gross),
      ];
  const rest = others.reduce((sum, column) => sum - column.width, width);
  return [{ label: texts.item, width: rest, align: 'left', text: ({ title }) => title }, ...others];
}

/** Between a column and its text. */
const CELL = 6;
const ROW = 7;
const CELL_SIZE = 9.5;
const DETAIL_SIZE = 8;

/** Calls `draw` with each column and where it begins. */
function eachColumn(
  columns: readonly Column[],
  draw: (column: Column, place: { x: number; width: number }) => void,
) {
  let x = MARGIN;
  for (const column of columns) {
    draw(
      column,
      column.align === 'left'
        ? { x, width: column.width - CELL }
        : { x: x + CELL, width: column.width - CELL },
    );
    x += column.width;
  }
}

function drawTableHead(pdf: Pdf, columns: readonly Column[], top: number): number {
  let bottom = top;
  eachColumn(columns, ({ label, align }, { x, width }) => {
    bottom = Math.max(bottom, write(pdf, label, x, top, { size: 8, color: QUIET, width, align }));
  });
  return drawRule(pdf, bottom + 5, INK);
}

function lookOf({ align }: Column): Pick<TextStyle, 'align' | 'isTabular'> {
  return { align, isTabular: align === 'right' };
}

function rowHeight(pdf: Pdf, columns: readonly Column[], line: ViewLine): number {
  let height = 0;
  eachColumn(columns, (column, { width }) => {
    const text = heightOf(pdf, column.text(line), { size: CELL_SIZE, width, ...lookOf(column) });
    const detail = column.align === 'left' ? heightOf(pdf, line.detail, { size: DETAIL_SIZE, width }) : 0;
    height = Math.max(height, text + detail);
  });
  return height + 2 * ROW;
}

function drawRow(pdf: Pdf, columns: readonly Column[], line: ViewLine, top: number): void {
  eachColumn(columns, (column, { x, width }) => {
    const { align } = column;
    const y = write(pdf, column.text(line), x, top + ROW, { size: CELL_SIZE, width, ...lookOf(column) });
    if (align === 'left') write(pdf, line.detail, x, y, { size: DETAIL_SIZE, color: QUIET, width });
  });
  drawRule(pdf, top + rowHeight(pdf, columns, line), RULE);
}

function drawRule(pdf: Pdf, y: number, color: string): number {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(0.6)
    .stroke(color);
  return y;
}

/** The sums stay together, on a new page if they do not fit. */
function drawSums(pdf: Pdf, { sums, total }: DocumentView, top: number): number {
  const width = 300;
  const x = pdf.page.width - MARGIN - width;
  const heightOfAll = sums.length * 18 + 44;
  let y = (top + heightOfAll > bottomOf(pdf) ? addPage(pdf) : top) + 10;
  for (const sum of sums) y = drawSum(pdf, sum, { x, y, width }, { size: 9.5, isBold: false }) + 5;
  return drawSum(pdf, total, { x, y: y + 2, width }, { size: 12.5, isBold: true });
}

function drawSum(
  pdf: Pdf,
  { label, value }: ViewRow,
  { x, y, width }: Place,
  font: { readonly size: number; readonly isBold: boolean },
): number {
  const half = { label: width * 0.58, value: width * 0.42 };
  const left = write(pdf, label, x, y, { ...font, width: half.label });
  const right = write(pdf, value, x + half.label, y, {
    ...font,
    width: half.value,
    align: 'right',
    isTabular: true,
  });
  return Math.max(left, right);
}

function drawNotes(pdf: Pdf, { notes }: DocumentView, top: number): void {
  const text = { size: 9, color: QUIET, width: pdf.page.width - 2 * MARGIN };
  let y = top;
  for (const note of notes) {
    if (y + heightOf(pdf, note, text) > bottomOf(pdf)) y = addPage(pdf);
    y = write(pdf, note, MARGIN, y, text) + 4;
  }
}

/** Drawn last, when the number of pages is clear. */
function drawFooters(pdf: Pdf, { seller, title, number, texts }: DocumentView): void {
  const width = pdf.page.width - 2 * MARGIN;
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const y = pdf.page.height - FOOTER + 28;
    drawRule(pdf, y - 8, RULE);
    const text = { size: 8, color: QUIET, width: width * 0.7 };
    const line = `${seller.name} · ${title} ${number}`;
    style(pdf, text).text(line, MARGIN, y, {
      width: text.width,
      height: 10,
      lineBreak: false,
      ellipsis: true,
    });
    write(pdf, texts.page(page + 1, count), MARGIN + text.width, y, {
      ...text,
      width: width * 0.3,
      align: 'right',
    });
  }
}
