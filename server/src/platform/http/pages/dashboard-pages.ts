import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import { access, type App } from '../route/app.ts';

/**
 * Nothing from anywhere else, no frames but of pages of this host, no forms, and no code or style in the page itself. Files
 * go to the bucket without a detour, if there is one.
 */
function policyWith(uploadOrigin: string | undefined): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; frame-src 'self'; " +
    `connect-src ${["'self'", uploadOrigin].filter(Boolean).join(' ')}; base-uri 'none'; form-action 'none'; ` +
    "frame-ancestors 'none'"
  );
}

const page = { access: access.public(), isPage: true, isOffAccount: true };
const PATHS = ['/dashboard', '/dashboard/*'];

/**
 * Serves the built dashboard from `folder`: its hashed assets with unlimited caching, and its one HTML page, which is
 * the same for everybody, under every path below `/dashboard`. Without a build these paths explain how to create one.
 * Pages may send files to `uploadOrigin`, such as that of a bucket.
 */
export async function registerDashboardPages(
  app: App,
  folder: string,
  uploadOrigin: string | undefined,
): Promise<void> {
  const policy = policyWith(uploadOrigin);
  const isBuilt = existsSync(join(folder, 'index.html'));
  const html = isBuilt ? await readFile(join(folder, 'index.html')) : undefined;
  for (const path of PATHS) {
    app.get(path, { config: page, schema: { hide: true } }, async (_request, reply) => {
      reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
      if (html === undefined) {
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The dashboard is not built: run "npm run build".\n');
      }
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
    });
  }
  if (!isBuilt) return;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...page };
      route.schema = { ...route.schema, hide: true };
    });
    await scope.register(files, {
      root: join(folder, 'assets'),
      prefix: '/dashboard/assets/',
      index: false,
      immutable: true,
      // The build leaves a compressed copy beside each file.
      preCompressed: true,
      maxAge: '365d',
      decorateReply: false,
    });
  });
}
