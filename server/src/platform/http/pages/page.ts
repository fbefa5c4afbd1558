import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';

const views = fileURLToPath(new URL('templates', import.meta.url));
const templates = new Eta({ views, cache: true });
const style = readFileSync(new URL('templates/page.css', import.meta.url), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

/** A page of the server's own: it runs no scripts, loads nothing and sends forms to this host only. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; ` +
  "frame-ancestors 'none'";
const FRAMING_POLICY = `${POLICY}; frame-src 'self'`;

export interface Page {
  /** As plain text. */
  readonly title: string;
  /** The content of `main`, as safe HTML. */
  readonly body: string;
  /** Has a table, or a page of this host in a frame. */
  readonly isWide?: boolean;
  /** Absent: English. */
  readonly language?: string;
}

/** Answers a page without scripts in the look that all pages of the server's own share; the status stays as it is. */
export function sendPage(
  reply: FastifyReply,
  { title, body, isWide = false, language = 'en' }: Page,
): FastifyReply {
  return reply
    .header('content-security-policy', isWide ? FRAMING_POLICY : POLICY)
    .type('text/html; charset=utf-8')
    .send(templates.render('./page.eta', { title, body, style, isWide, language }));
}

/** The error, for a person: all of it plain text. */
export interface PageProblem {
  readonly heading: string;
  readonly text: string;
  readonly traceId: string;
}

/** Answers a problem as a page. */
export function sendProblemPage(reply: FastifyReply, problem: PageProblem): FastifyReply {
  return sendPage(reply, { title: problem.heading, body: templates.render('./problem.eta', problem) });
}
