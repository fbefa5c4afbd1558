import type { RendererObject, Tokens } from 'marked';

/** The target of a page's link on this server; `undefined` when the server does not serve it. */
type LinkTarget = (href: string) => string | undefined;

/**
 * Markdown as HTML that runs and loads nothing: HTML in it becomes text, headings get the anchors that links to them
 * expect, and a link becomes plain text unless `target` has a target for it here.
 */
export function markdownPage(markdown: string, target: LinkTarget): Promise<string> {
  return rendered(markdown, {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      const to = /^(?:https?:\/\/|#)/.test(href) ? href : target(href);
      return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
    },
  });
}

const DEEPEST_HEADING = 6;

/**
 * A vendor's Markdown as a part of a page, which runs and loads nothing and cannot look like another part: HTML and
 * images in it become text, nothing has an id or class, its headings are below the first one of the page, and links
 * lead only to web and mail addresses. Text that nests too deep is shown unformatted. Some short texts take minutes:
 * call it away from the main thread.
 */
export async function markdownPart(markdown: string): Promise<string> {
  try {
    return await rendered(markdown, {
      heading({ tokens, depth }: Tokens.Heading) {
        const level = Math.min(depth + 1, DEEPEST_HEADING);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return text;
        return `<a href="${escaped(href)}" target="_blank" rel="noopener nofollow">${text}</a>`;
      },
      code: ({ text }: Tokens.Code) => `<pre><code>${escaped(text)}\n</code></pre>\n`,
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    });
  } catch (error) {
    // Thousands of nested lists or quotes.
    if (error instanceof RangeError) return plainParagraphs(markdown);
    throw error;
  }
}

/** The text as unformatted HTML paragraphs. */
export function plainParagraphs(text: string): string {
  const paragraphs = text.replaceAll('\r', '').split('\n\n');
  return paragraphs
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escaped(paragraph.replace(/^\n/, ''))}</p>\n`)
    .join('');
}

async function rendered(markdown: string, renderer: RendererObject): Promise<string> {
  // Loaded with the first text, not at every start.
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      image: ({ text }: Tokens.Image) => escaped(text),
      ...renderer,
    },
  });
  return marked.parse(markdown, { async: true });
}

/** Like GitHub: lower case, dashes for spaces, only letters, digits and dashes. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
