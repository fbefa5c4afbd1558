import type { MailBill } from '../../platform/mail/layout.ts';
import { type DocumentContent, documentView } from './render/document-view.ts';

/** The document part of a mail: its language, and the document as a table with a link to the file. */
interface DocumentMail {
  readonly language: string;
  readonly bill: MailBill;
}

/** A document as a part of a mail. `url` is the address of the file; absent when there is none. */
export function documentMail(content: DocumentContent, url: string | undefined): DocumentMail {
  const view = documentView(content);
  const { texts, facts, seller, sums, total, notes } = view;
  return {
    language: view.language,
    bill: {
      facts: [
        ...(content.number === '' ? [] : [{ label: view.title, value: content.number }]),
        { label: texts.order, value: content.facts.orderNumber ?? content.orderId },
        ...facts.filter(({ label }) => label === texts.issuedOn || label === texts.payment),
        { label: texts.soldBy, value: [seller.name, ...seller.lines].join('\n') },
      ],
      lines: view.lines.map(({ quantity, title, gross, rate, tax }) => ({
        label: quantity === '' ? title : `${quantity} × ${title}`,
        value: gross,
        ...(rate !== '' && { detail: texts.includedTax(rate, tax) }),
      })),
      sums,
      total,
      notes,
      ...(url !== undefined && { link: { label: texts.file(view.title, content.number), url } }),
    },
  };
}
