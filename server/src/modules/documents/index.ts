export { creditLines } from './domain/credit.ts';
export type { Buyer, DocumentLine, LineTax, Reduction } from './domain/facts.ts';
export { sumOf, sumsByRate } from './domain/sums.ts';
export { documentMail } from './document-mail.ts';
export { documentFile, documentFolder, documentKey, usedDocumentKeys } from './document-file.ts';
export { documentLink, readDocumentLink } from './document-links.ts';
export { issueCreditNote, reverseCreditNote } from './issue-credit-note.ts';
export {
  correctInvoice,
  issueDocument,
  issueInvoice,
  latestInvoice,
  mayCorrectInvoice,
  mayIssueInvoice,
  type Sale,
  unnumberedDocument,
} from './issue-document.ts';
export { invoiceIssued, saleRefunded, sellerAddressMissing } from './problems.ts';
export { creditedLines, documentsOfOrder, findDocument, listDocuments, reversedNotes } from './queries.ts';
export { documentPage } from './render/page.ts';
export { type DocumentContent } from './render/document-view.ts';
export { languageOf } from './render/texts/index.ts';
export type { OrderDocument } from './tables.ts';
