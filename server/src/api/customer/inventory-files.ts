import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { findOfferedRelease, listDownloads } from '../../modules/releases/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { LINK_EXPIRED } from '../../platform/http/pages/problem-text.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { isLinkValid } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';
import { fileAnswers, sendFile } from '../wire/file-answer.ts';
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
      querystring: Type.Object({ expires: Type.Integer(), signature: Type.String({ maxLength: 100 }) }),
      response: {
        ...fileAnswers,
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, account, params, query } = request;
      const subject = fileSubject(account, { ...params, downloadKey: params.key });
      if (!isLinkValid(system, FILE_LINK_PURPOSE, subject, query)) throw linkOver();
      if ((await findOfferedRelease(context, params)) === undefined) throw linkOver();
      const files = await listDownloads(context, params);
      const file = files.find(({ downloadKey }) => downloadKey === params.key);
      if (file === undefined) throw linkOver();
      return sendFile(request, reply, file);
    },
  });
}

function linkOver(): Error {
  return notFound({ detail: 'This link is invalid or has expired.', reason: LINK_EXPIRED });
}
