import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { access } from '../server/access.ts';
import type { App } from '../server/app.ts';
import { framePolicy } from '../answers/headers.ts';

const page = { access: access.public(), isPage: true };
const asset = { ...page, isOffAccount: true };

export interface WebPages {
  /** The folder of the build. */
  readonly folder: string;
  /** The paths that the web app routes itself. */
  readonly paths: readonly string[];
  /** The origins whose pages may show one of these pages in a frame, when they request it with `embedded=true`. */
  readonly framedBy: (request: FastifyRequest) => readonly string[];
}

/**
 * Serves the built web app: its hashed assets forever, and its one HTML page under every path that the app routes
 * itself. Without a build these paths explain how to create one.
 */
export async function registerWebPages(app: App, { folder, paths, framedBy }: WebPages): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    for (const path of paths) {
      app.get(path, { config: page, schema: { hide: true } }, async (_request, reply) =>
        reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The web pages are not built: run "npm run build".\n'),
      );
    }
    return;
  }
  const html = await readFile(join(folder, 'index.html'));
  for (const path of paths) {
    app.get(path, { config: page, schema: { hide: true } }, async (request, reply) => {
      if (new URLSearchParams(request.url.split('?')[1]).get('embedded') === 'true') {
        reply
          .removeHeader('x-frame-options')
          .header('content-security-policy', framePolicy(framedBy(request)));
      }
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
    });
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...asset };
      route.schema = { ...route.schema, hide: true };
    });
    await scope.register(files, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      immutable: true,
      // The build leaves a compressed copy beside each file.
      preCompressed: true,
      maxAge: '365d',
    });
  });
}
