import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { NO_EXAMPLES } from '../openapi/examples.ts';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerDocsPage } from './docs-page.ts';

test('the program of the API reference says when it is not built, and is there once it is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, 'scalar.js');
  const app: App = fastify();
  t.after(() => app.close());
  registerRouteConfig(app);
  const reference = { description: '', tags: {}, examples: NO_EXAMPLES };
  registerDocsPage(app, { requestHeader: undefined, reference, program });
  const before = await app.inject({ url: '/docs/scalar.js' });
  assert.deepEqual(
    [before.statusCode, before.headers['content-type'], before.body],
    [404, 'text/plain; charset=utf-8', 'The API reference is not built: run "npm run build".\n'],
  );
  await writeFile(program, 'window.Scalar = {};');
  const built = await app.inject({ url: '/docs/scalar.js' });
  assert.deepEqual([built.statusCode, built.body], [200, 'window.Scalar = {};']);
});
