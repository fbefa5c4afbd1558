import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { access, type App } from '../route/app.ts';
import { notFound } from '../../../kernel/problem.ts';
import { isHexColor } from '../../brand/color.ts';
import { brandStyle } from '../../brand/brand-style.ts';
import { type ForeignSources, pagePolicy } from './page-policy.ts';
import { type PageBrand, type PageListing, brandedHtml, listedHtml } from './branded-html.ts';
import { type FirstLoad, readPageFiles, withFirstLoad } from './first-load.ts';
import { cachedBody, sendCached } from '../content/cached-body.ts';

const page = { access: access.public(), isPage: true };
const asset = { ...page, isOffAccount: true };

interface WebPages {
  /** The folder of the build. */
  readonly folder: string;
  /** The paths that the web app routes itself. */
  readonly paths: readonly string[];
  /**
   * The origins whose pages may show one of these pages in a frame, when they request it with `embedded=1` or `true`.
   * With `preview=look` it is a preview, which the dashboard on this host shows.
   */
  readonly framedBy: (request: FastifyRequest, page: { readonly isPreview: boolean }) => readonly string[];
  /** The hosts of other parties that a page needs; `isFramed` when it was requested with `embedded=1` or `true`. */
  readonly foreignSources: (
    request: FastifyRequest,
    page: { readonly isFramed: boolean },
  ) => Promise<ForeignSources | undefined>;
  /** The look of the vendor whose page is requested. */
  readonly brandOf: (request: FastifyRequest) => PageBrand;
  /** How search engines list the page; undefined for one that they must not list. Not called for frames. */
  readonly listingOf: (request: FastifyRequest) => Promise<PageListing | undefined>;
  /** What the page needs soon after its HTML; undefined for a page that few visits begin with. */
  readonly firstLoadOf: (
    request: FastifyRequest,
    page: { readonly isFramed: boolean },
  ) => Promise<FirstLoad | undefined>;
  /** The address on another site that has this page; undefined for a page that is here. */
  readonly elsewhere: (request: FastifyRequest) => string | undefined;
  /** Whether the page is about something that does not exist: it says so, and is sent with 404. */
  readonly isMissing: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * Serves the built web app: its hashed assets with unlimited caching, and its one HTML page under every path that the
 * app routes itself. Without a build these paths explain how to create one.
 */
export async function registerWebPages(app: App, pages: WebPages): Promise<void> {
  const { folder, paths } = pages;
  await registerEmbedScript(app, folder);
  if (!existsSync(join(folder, 'index.html'))) {
    for (const path of paths) {
      app.get(path, { config: page, schema: { hide: true } }, async (request, reply) => {
        const elsewhere = pages.elsewhere(request);
        if (elsewhere !== undefined) return reply.redirect(elsewhere);
        await setPolicy(pages, request, reply);
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The web pages are not built: run "npm run build".\n');
      });
    }
    return;
  }
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const [, typefacePath] = TYPEFACE.exec(built) ?? [];
  if (typefacePath !== undefined) app.decorate('typefacePath', typefacePath);
  const htmlFor = brandedHtml(built);
  const pageFiles = await readPageFiles(folder);
  registerBrandStyle(app);
  for (const path of paths) {
    app.get(path, { config: page, schema: { hide: true } }, async (request, reply) => {
      const elsewhere = pages.elsewhere(request);
      if (elsewhere !== undefined) return reply.redirect(elsewhere);
      await setPolicy(pages, request, reply);
      const firstLoad = await pages.firstLoadOf(request, { isFramed: isFramed(request) });
      const branded = htmlFor(pages.brandOf(request));
      const html = firstLoad === undefined ? branded : withFirstLoad(branded, pageFiles, firstLoad);
      const listing = isFramed(request) ? undefined : await pages.listingOf(request);
      return reply
        .code((await pages.isMissing(request)) ? 404 : 200)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(listing === undefined ? html : listedHtml(html, listing));
    });
  }
  await registerAssets(app, folder);
}

/** The typeface that the page of the build asks for: the server's own pages have it, too. */
const TYPEFACE = /"(\/assets\/[\w.-]+\.woff2)"/;

/** The hashed files of the build, cached without limit. */
async function registerAssets(app: App, folder: string): Promise<void> {
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

/** The colors of an accent, which is in the address: cached without limit, like the other assets. */
function registerBrandStyle(app: App): void {
  app.get<{ Params: { accent: string } }>(
    '/brand/:accent/style.css',
    { config: asset, schema: { hide: true } },
    async ({ params }, reply) => {
      const accent = `#${params.accent}`;
      if (!isHexColor(accent)) throw notFound({ detail: 'There is no page at this address.' });
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(brandStyle(accent));
    },
  );
}

async function setPolicy(
  { framedBy, foreignSources }: Pick<WebPages, 'framedBy' | 'foreignSources'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const kind = { isPreview: isPreview(request) };
  const inFrame = kind.isPreview || isFramed(request);
  const foreign = await foreignSources(request, { isFramed: isFramed(request) });
  if (inFrame) reply.removeHeader('x-frame-options');
  reply.header(
    'content-security-policy',
    pagePolicy({ framedBy: inFrame ? framedBy(request, kind) : [], foreign }),
  );
}

/** Whether a frame of another page requests the page. */
function isFramed({ url }: FastifyRequest): boolean {
  return ['1', 'true'].includes(queryOf(url).get('embedded') ?? '');
}

/** Whether a frame of the dashboard on this host requests the page, which then shows a look that is not saved. */
function isPreview({ url }: FastifyRequest): boolean {
  return queryOf(url).get('preview') === 'look';
}

function queryOf(url: string): URLSearchParams {
  // As browsers read it: a question mark may follow in the query.
  return new URL(url, 'http://host').searchParams;
}

const EMBED_FILE = 'embed.js';

/**
 * Serves `/embed.js` of the built web app to pages of any site, which revalidate it each time because its address never
 * changes. Without a build it is 404 and explains how to create one.
 */
async function registerEmbedScript(app: App, folder: string): Promise<void> {
  const content = await readFile(join(folder, EMBED_FILE)).catch(() => undefined);
  const body = content && cachedBody(content);
  app.get(`/${EMBED_FILE}`, { config: asset, schema: { hide: true } }, async (request, reply) => {
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
  });
}
