import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { access } from '../server/access.ts';
import type { App } from '../server/app.ts';
import { cachedBody, sendCached } from '../answers/cached-body.ts';

const FILE = 'embed.js';

/**
 * Serves `/embed.js` of the built web app to pages of any site, which revalidate it each time because its address never
 * changes. Without a build it is 404 and explains how to create one.
 */
export async function registerEmbedScript(app: App, folder: string): Promise<void> {
  const content = await readFile(join(folder, FILE)).catch(() => undefined);
  const body = content && cachedBody(content);
  app.get(
    `/${FILE}`,
    { config: { access: access.public(), isPage: true, isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      // Module scripts are fetched with CORS, also by sites that are no origins of the account: the script contains
      // nothing secret.
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-cache');
      if (body !== undefined) return sendCached(request, reply, body, 'text/javascript; charset=utf-8');
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The web pages are not built: run "npm run build".\n');
    },
  );
}
