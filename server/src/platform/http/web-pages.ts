import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import { access } from './access.ts';
import type { App } from './app.ts';

const page = { access: access.public(), isPage: true, isOffAccount: true };

/**
 * Serves the built web app from `folder`: its hashed assets for ever, and its one HTML page under every path that
 * the app routes itself. Without a build these paths say how to make one.
 */
export async function registerWebPages(app: App, folder: string, paths: readonly string[]): Promise<void> {
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
    app.get(path, { config: page, schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html),
    );
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...page };
      route.schema = { ...route.schema, hide: true };
    });
    await scope.register(files, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      immutable: true,
      maxAge: '365d',
    });
  });
}
