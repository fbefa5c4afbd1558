import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import { access, type App } from '../route/app.ts';
import { languagesIn } from './accept-language.ts';
import { type FirstLoad, type PageFiles, readPageFiles, withFirstLoad } from './first-load.ts';
import type { AskedPage, FirstAnswer } from './own-answer.ts';

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
const BASE = '/dashboard/';
const SIGN_IN = '/sign-in';
const WITHOUT_SESSION: ReadonlySet<string> = new Set([SIGN_IN, '/forgotten', '/welcome', '/provider']);
/** The route of a path that no page has. */
const NO_PAGE = '$';

/** What a page of the dashboard needs besides its files. */
export interface DashboardLoad {
  /** Whether the page leads to the sign-in. */
  readonly isSignedOut: boolean;
  /** The responses to its first requests, by path: those that this reader would get. */
  readonly answers: ReadonlyMap<string, FirstAnswer>;
}

interface DashboardPages {
  /** The folder of the build. */
  readonly folder: string;
  /** Where pages may send files besides this host, such as to a bucket. */
  readonly uploadOrigin: string | undefined;
  /** `route` is the path of the page's route, such as `/orders/$orderId`. */
  readonly loadOf: (request: AskedPage, route: string) => Promise<DashboardLoad>;
  /** What the page shows until its program runs, as HTML; `locale` is the language tag that it writes amounts by. */
  readonly contentOf: (first: Omit<FirstLoad, 'content'>, locale: string) => string;
}

/**
 * Serves the built dashboard: its hashed assets with unlimited caching, and its one HTML page under every path below
 * `/dashboard`. The HTML names the files that its page loads, in the language of the reader, and contains the responses
 * to its first requests: such a page is stored nowhere. Without a build these paths explain how to create one.
 */
export async function registerDashboardPages(app: App, pages: DashboardPages): Promise<void> {
  const { folder, uploadOrigin, loadOf, contentOf } = pages;
  const policy = policyWith(uploadOrigin);
  const isBuilt = existsSync(join(folder, 'index.html'));
  const html = isBuilt ? await readFile(join(folder, 'index.html'), 'utf8') : undefined;
  const pageFiles = await readPageFiles(folder);
  const routeAt = routesOf(pageFiles);
  for (const path of PATHS) {
    app.get(path, { config: page, schema: { hide: true } }, async (request, reply) => {
      reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
      if (html === undefined) {
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The dashboard is not built: run "npm run build".\n');
      }
      const route = routeAt(request.url);
      const { isSignedOut, answers } = await loadOf(request, route);
      const { language, locale } = languageOf(request);
      const first = { page: isSignedOut && !WITHOUT_SESSION.has(route) ? SIGN_IN : route, language, answers };
      return reply
        .header('cache-control', answers.size > 0 ? 'no-store' : 'no-cache')
        .type('text/html; charset=utf-8')
        .send(withFirstLoad(html, pageFiles, { ...first, content: contentOf(first, locale) }, BASE));
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

/** Finds the route of an address among those that have files; of several, the one with the most fixed parts. */
function routesOf(pages: PageFiles): (url: string) => string {
  const routes = Object.keys(pages)
    .filter((route) => route !== NO_PAGE)
    .map((route) => ({ route, parts: partsOf(route) }))
    .toSorted((a, b) => variablesIn(a.parts) - variablesIn(b.parts));
  return (url) => {
    const [path = ''] = url.split('?');
    const parts = partsOf(path).slice(1);
    const match = routes.find(
      (each) =>
        each.parts.length === parts.length &&
        each.parts.every((part, index) => part.startsWith('$') || part === parts[index]),
    );
    return match?.route ?? NO_PAGE;
  };
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function variablesIn(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith('$')).length;
}

/**
 * The language of the reader's browser, and its tag with a region where there is one, as the dashboard chooses them:
 * English for a browser that it does not speak.
 */
function languageOf({ headers }: AskedPage): Pick<FirstLoad, 'language'> & { readonly locale: string } {
  const tags = languagesIn(headers['accept-language']).flatMap(canonical);
  const tag = tags.find((each) => /^(?:en|de)(?:-|$)/.test(each));
  if (tag === undefined) return { language: 'en', locale: 'en' };
  const withRegion = tags.find((each) => each.startsWith(`${tag}-`));
  return { language: tag.startsWith('de') ? 'de' : 'en', locale: withRegion ?? tag };
}

/** The tag in its usual spelling; none when it is invalid. */
function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
