import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { initialsOf } from '../../brand/initials.ts';
import { footerLinks, imageHosts, ownerStyle, type PageOwner, siteLinks } from './page-owner.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

const views = fileURLToPath(new URL('templates', import.meta.url));
const templates = new Eta({ views, cache: true });
const style = readFileSync(new URL('templates/page.css', import.meta.url), 'utf8');
const styleSource = sourceOf(style);

declare module 'fastify' {
  interface FastifyInstance {
    /** The path of the typeface of the web app; absent where that is not built. */
    typefacePath?: string;
  }
}

/** Each in its own language. */
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

interface Page {
  /** As plain text. */
  readonly title: string;
  /** The content of `main`, as safe HTML. */
  readonly body: string;
  /** Has a table, or a page of this host in a frame. */
  readonly isWide?: boolean;
  /** A page that is in every language. Absent: it is in English only. */
  readonly language?: string;
  /** The vendor whose colors and icon the page has; absent: none. */
  readonly owner?: PageOwner | undefined;
  /** In the frame of the shop's pages: the vendor and the ways to their pages above it, what the law asks for below. */
  readonly hasHeader?: boolean;
}

/** Sends a page without scripts in the look of all of the server's own pages; the status stays unchanged. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { title, body, isWide = false, language = 'en', owner, hasHeader = false } = page;
  const { typefacePath } = reply.server;
  const ownStyle = [typefaceStyle(typefacePath), owner && ownerStyle(owner)].filter(Boolean).join('');
  const vendor = hasHeader ? owner : undefined;
  const { frame } = language === 'de' ? de : en;
  const iconUrl = owner?.iconUrl;
  return reply
    .header('content-security-policy', policyOf({ isWide, ownStyle, owner }))
    .type('text/html; charset=utf-8')
    .send(
      templates.render('./page.eta', {
        title,
        body,
        style,
        ownStyle,
        isWide,
        language,
        iconUrl,
        typefacePath,
        frame,
        vendor: vendor && {
          ...vendor,
          initials: initialsOf(vendor.name),
          links: footerLinks(vendor, frame.legal),
          languages: page.language === undefined ? [] : languagesOf(reply.request.url, page.language),
          site: siteLinks(vendor.closure, frame),
        },
      }),
    );
}

/** The typeface of the shop; as there, a text never changes its typeface while somebody reads it. */
function typefaceStyle(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const source = `src:url("${path}") format("woff2")`;
  return `@font-face{font-family:Inter;font-weight:100 900;font-display:optional;${source}}:root{--typeface:Inter}`;
}

/** The same page in each language: with a path, a link could lead to another host, as `//host/` does. */
function languagesOf(address: string, current: string) {
  return LANGUAGES.map(([language, name]) => {
    const search = new URLSearchParams(address.split('?', 2)[1]);
    search.set('locale', language);
    return { language, name, url: `?${search.toString()}`, isCurrent: language === current };
  });
}

interface PolicyOptions extends Pick<Page, 'isWide' | 'owner'> {
  /** Empty for none. */
  readonly ownStyle: string;
}

/**
 * One of the server's own pages: it runs no scripts, loads only the typeface and the vendor's images, and sends forms to
 * this host only.
 */
function policyOf({ isWide = false, ownStyle, owner }: PolicyOptions): string {
  const styles = ownStyle === '' ? styleSource : `${styleSource} ${sourceOf(ownStyle)}`;
  const images = owner === undefined ? [] : imageHosts(owner);
  return [
    `default-src 'none'; style-src ${styles}; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    ...(images.length === 0 ? [] : [`img-src ${images.join(' ')}`]),
    ...(isWide ? ["frame-src 'self'"] : []),
  ].join('; ');
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The reason for an error page, for a person: all of it plain text. */
export interface PageProblem {
  readonly heading: string;
  readonly text: string;
  /** The main action; an empty address is that of the page. */
  readonly action: { readonly label: string; readonly href: string };
  /** For the people who look it up; absent where nothing has failed. */
  readonly reference?: { readonly label: string; readonly id: string };
}

/** Sends a problem as a page. */
export function sendProblemPage(
  reply: FastifyReply,
  problem: PageProblem,
  look: Pick<Page, 'language' | 'owner'>,
): FastifyReply {
  const body = templates.render('./problem.eta', problem);
  return sendPage(reply, { ...look, title: problem.heading, body, hasHeader: true });
}
