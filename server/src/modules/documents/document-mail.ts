import type { MailBill } from '../../platform/mail/layout.ts';
import { type DocumentContent, documentView } from './render/document-view.ts';

/** The document part of a mail: its language, and the document as a table with a link to the file. */
interface DocumentMail {
  readonly language: string;
  readonly bill: MailBill;
}

/**
 * A document as a part of a mail. `url` is the address of the file; absent when there is none. `remarks` are what the mail
 * says below some lines, by the ids of the line items.
 */
export function documentMail(
  content: DocumentContent,
  url: string | undefined,
  remarks: ReadonlyMap<string, string> = new Map(),
): DocumentMail {
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
      lines: view.lines.map(({ quantity, title, gross, rate, tax }, index) => {
        const remark = remarks.get(content.facts.lines[index]?.lineId ?? '');
        const details = [
          ...(remark === undefined ? [] : [remark]),
          ...(rate === '' ? [] : [texts.includedTax(rate, tax)]),
        ];
        return {
          label: quantity === '' ? title : `${quantity} × ${title}`,
          value: gross,
          ...(details.length > 0 && { detail: details.join(' · ') }),
        };
      }),
      sums,
      total,
      notes,
      ...(url !== undefined && { link: { label: texts.file(view.title, content.number), url } }),
    },
  };
}
