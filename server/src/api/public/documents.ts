import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { findDocument, readDocumentLink } from '../../modules/documents/index.ts';
import { opensByLink } from '../../modules/orders/index.ts';
import { LINK_EXPIRED } from '../../platform/http/pages/problem-text.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pdfAnswer, sendDocumentFile } from '../wire/document.ts';

/** The mail link to the file of a document. */
export function registerDocumentLinks(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/public/documents/:documentId/:token/document.pdf',
    config: { access: access.public(), isOpenedByPeople: true, limit: 'documentsPerMinute' },
    schema: {
      operationId: 'getDocumentByLink',
      summary: 'The document that a mail links to',
      description: 'Needs no sign-in: the secret of the address is the proof. It works for a year.',
      tags: ['Public'],
      params: Type.Object({ documentId: Type.String(), token: Type.String({ maxLength: 200 }) }),
      response: { 200: pdfAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const expired = notFound({
        detail: 'This link is invalid or has expired. Sign in to the shop to find the document.',
        reason: LINK_EXPIRED,
      });
      if (!readDocumentLink(context, params.documentId, params.token)) throw expired;
      const document = await findDocument(context, params.documentId);
      if (!(await opensByLink(context, document))) throw expired;
      return sendDocumentFile(context, reply, document);
    },
  });
}
