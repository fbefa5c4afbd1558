import { Type } from '../../kernel/schema.ts';
import { forbidden, notFound } from '../../kernel/problem.ts';
import { downloadNotCovered, productNotOwned } from '../../modules/licensing/index.ts';
import { findOfferedRelease, listDownloads } from '../../modules/releases/index.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { findProductForViewer, refuseRestricted, refuseUncovered } from '../guards/download-access.ts';
import { Platform } from '../wire/release.ts';
import { fileAnswers } from '../wire/file-answer.ts';
import { answerFile } from './answer-file.ts';

/** The files that feeds lead to, by their names: updaters construct the names of older versions and of maps. */
export function registerUpdateFiles(
  app: App,
  { remedy, note }: { readonly remedy: string; readonly note: string },
): void {
  app.route({
    method: 'GET',
    url: '/api/public/updates/:productId/files/:version/:platform/:name',
    // A HEAD request would read the whole file to determine its length.
    exposeHeadRoute: false,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getUpdateFile',
      summary: 'A file of a version, as the feeds name it',
      description: `Takes \`Range\` and \`If-None-Match\`. ${note}`,
      tags: ['Updates'],
      params: Type.Object({
        productId: Type.String({ maxLength: 100 }),
        version: Type.String({ maxLength: 100 }),
        platform: Platform,
        name: Type.String({ maxLength: 512 }),
      }),
      response: {
        ...fileAnswers,
        302: emptyAnswer('The file is at the Location.'),
        ...problems(forbidden, productNotOwned, downloadNotCovered),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const view = await findProductForViewer(request, params.productId);
      refuseRestricted(view, remedy);
      if ((await findOfferedRelease(context, params)) === undefined)
        throw notFound({ detail: `There is no version ${params.version} of ${params.productId}.` });
      refuseUncovered(view, params.version);
      const files = await listDownloads(context, params);
      const file = files.find(({ name, platform }) => name === params.name && platform === params.platform);
      return answerFile(request, reply, file);
    },
  });
}
