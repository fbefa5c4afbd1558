import { readFile } from 'node:fs/promises';
import { notFound } from '../../kernel/problem.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import type { System } from '../../platform/system.ts';

const FOLDER = new URL('../../../../docs/guide/', import.meta.url);

/** The pages of the guide, in the order in which one reads them. */
export const GUIDES = [
  { file: 'getting-started.md', title: 'Getting started' },
  { file: 'identity.md', title: 'Customers and their accounts' },
  { file: 'licensing-in-your-app.md', title: 'Licensing in your application' },
  { file: 'core-api.md', title: 'Core API' },
  { file: 'going-live.md', title: 'Going live' },
  { file: 'operating.md', title: 'Operating' },
  { file: 'settings.md', title: 'Settings' },
] as const;

/** The pages of the guide as they are written, at `/dev/guide/…`, for people who develop; not in production. */
export function registerDevGuide(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  for (const { file } of GUIDES) {
    app.route({
      method: 'GET',
      url: `/dev/guide/${file}`,
      config: { access: access.public(), isOffAccount: true, isPage: true },
      schema: { hide: true },
      handler: async (_request, reply) => reply.type('text/plain; charset=utf-8').send(await textOf(file)),
    });
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(new URL(file, FOLDER), 'utf8');
  } catch {
    throw notFound({ detail: 'This installation has no guide.' });
  }
}
