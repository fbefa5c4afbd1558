import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { markdownPage } from '../../platform/http/pages/markdown.ts';
import { sendPage } from '../../platform/http/pages/page.ts';

const FOLDER = new URL('../../../../docs/guide/', import.meta.url);
const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** A page of the guide: its file in `docs/guide`. */
export interface GuidePage {
  readonly file: string;
  readonly title: string;
}

interface GuideFrame extends GuidePage {
  /** The pages beside it, in reading order; it links to these alone. */
  readonly guides: readonly GuidePage[];
  /** The path below which they are. */
  readonly base: string;
  /** Where the reader came from. */
  readonly start: { readonly href: string; readonly label: string };
}

/** Sends a page of the guide, beside links to the others. Raises 404 in an installation without the guide. */
export async function sendGuidePage(reply: FastifyReply, frame: GuideFrame): Promise<FastifyReply> {
  const text = await markdownPage(await textOf(frame.file), (href) => linkTarget(frame, href));
  const body = templates.render('./guide.eta', { ...frame, text });
  return sendPage(reply, { title: frame.title, body, isWide: true });
}

/** Pages of the guide link to each other, and to source files, which are not served. */
function linkTarget({ guides, base }: GuideFrame, href: string): string | undefined {
  if (href === '../openapi.json') return '/openapi.json';
  const [path] = href.split('#', 1);
  return guides.some(({ file }) => file === path) ? `${base}/${href}` : undefined;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(new URL(file, FOLDER), 'utf8');
  } catch {
    throw notFound({ detail: 'This installation has no guide.' });
  }
}
