import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { recordDownload } from '../../modules/licensing/index.ts';
import { findOfferedRelease, listDownloads } from '../../modules/releases/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { LINK_EXPIRED } from '../../platform/http/pages/problem-text.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { isLinkValid } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';
import { fileAnswers, sendFile, storageFileLink } from '../wire/file-answer.ts';
import { FILE_LINK_PURPOSE, fileSubject } from '../wire/file-link.ts';

/** The bytes of release files, through signed links; also ranges, so that an interrupted download can be resumed. */
export function registerInventoryFiles(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/files/:productId/:version/:key',
    // A HEAD request would read the whole file to determine its length.
    exposeHeadRoute: false,
    config: { access: access.public(), isOpenedByPeople: true },
    schema: {
      operationId: 'getFile',
      summary: 'The bytes of a file, by a signed link',
      description: 'The link is the `Location` of a download. Takes `Range` and `If-None-Match`.',
      tags: ['Inventory'],
      params: Type.Object({ productId: Type.String(), version: Type.String(), key: Type.String() }),
      querystring: Type.Object({
        expires: Type.Integer(),
        signature: Type.String({ maxLength: 100 }),
        customer: Type.Optional(
          Type.String({ maxLength: 100, description: 'Whose link it is, where it is that of one customer.' }),
        ),
      }),
      response: {
        ...fileAnswers,
        302: emptyAnswer('The file of a customer’s link is at the Location, in the storage.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, account, params, query } = request;
      const subject = fileSubject(account, { ...params, downloadKey: params.key }, query.customer);
      if (!isLinkValid(system, FILE_LINK_PURPOSE, subject, query)) throw linkOver();
      if ((await findOfferedRelease(context, params)) === undefined) throw linkOver();
      const files = await listDownloads(context, params);
      const file = files.find(({ downloadKey }) => downloadKey === params.key);
      if (file === undefined) throw linkOver();
      if (query.customer === undefined) return sendFile(request, reply, file);
      const { productId, version } = params;
      await recordDownload(context, { customerId: query.customer, productId, version });
      const direct = await storageFileLink(context, file);
      return direct === undefined
        ? sendFile(request, reply, file)
        : reply.code(302).header('location', direct).send(undefined);
    },
  });
}

function linkOver(): Error {
  return notFound({ detail: 'This link is invalid or has expired.', reason: LINK_EXPIRED });
}
