/** The browser policy of pages: run and show what this host serves. */
export const PAGE_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy({ framedBy: [] }),
};

/** Hosts of other parties that a page needs. */
export interface ForeignSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

interface PagePolicy {
  /** The origins that may show the page in a frame. */
  readonly framedBy: readonly string[];
  /** Absent: the page runs, displays and calls nothing from other hosts except images, sounds and films. */
  readonly foreign?: ForeignSources | undefined;
}

/** The Content-Security-Policy of a page. */
export function pagePolicy({ framedBy, foreign }: PagePolicy): string {
  const ancestors = framedBy.length === 0 ? "'none'" : framedBy.join(' ');
  // A payment provider's code may add its own style elements to the page; our code has none.
  const styles = foreign === undefined ? "'self'" : "'self' 'unsafe-inline'";
  const own = (sources: readonly string[] = []) => ["'self'", ...sources].join(' ');
  return (
    `default-src 'self'; script-src ${own(foreign?.scripts)}; style-src ${styles}; ` +
    "img-src 'self' data: https:; media-src 'self' https:; " +
    (foreign === undefined ? '' : `frame-src ${foreign.frames.join(' ')}; `) +
    `connect-src ${own(foreign?.connections)}; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors}; object-src 'none'`
  );
}

/** The browser policy of a mail as a page, which this host alone may show in a frame: it loads pictures and runs nothing. */
export const MAIL_HEADERS: Readonly<Record<string, string>> = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-ancestors 'self'; sandbox allow-popups",
};
