import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentView } from './document-view.ts';
import { drawDocument } from './draw-document.ts';

/** The fonts of all files; loaded with the first one, like the library. */
let tools: ReturnType<typeof loadTools> | undefined;

/**
 * A document as a PDF file. The same view gives the same bytes on the same version of Latchkey and Node: the file
 * contains no time, id or order of its own. Characters that the font lacks, of other scripts than Latin, Greek and
 * Cyrillic, are drawn as boxes.
 */
export async function documentPdf(view: DocumentView): Promise<Buffer> {
  const { PDFDocument, fonts } = await (tools ??= loadTools());
  const pdf = new PDFDocument({
    size: view.isLetterSize ? 'LETTER' : 'A4',
    margin: 0,
    bufferPages: true,
    lang: view.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${view.title} ${view.number}`,
      Author: view.seller.name,
      Creator: 'Latchkey',
      Producer: 'Latchkey',
      CreationDate: view.issuedAt,
      ModDate: view.issuedAt,
    },
  });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font);
  drawDocument(pdf, view);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

async function loadTools() {
  const [{ default: PDFDocument }, regular, bold] = await Promise.all([
    import('pdfkit'),
    fontFile('400Regular/Inter_400Regular.ttf'),
    fontFile('600SemiBold/Inter_600SemiBold.ttf'),
  ]);
  return { PDFDocument, fonts: { Regular: regular, Bold: bold } };
}

function fontFile(path: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${path}`)));
}
