import type { Tokens } from 'marked';

/** The target of a page's link on this server; `undefined` when it does not serve the target. */
export type LinkTarget = (href: string) => string | undefined;

/**
 * Markdown as HTML that runs and loads nothing: HTML in it becomes text, headings get the anchors that links to them
 * expect, and a link without a target here, according to `target`, becomes plain text.
 */
export async function markdownPage(markdown: string, target: LinkTarget): Promise<string> {
  // Loaded with the first page that is read, not at every start.
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      image: ({ text }: Tokens.Image) => escaped(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const to = safeTarget(href, target);
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
    },
  });
  return marked.parse(markdown, { async: true });
}

function safeTarget(href: string, target: LinkTarget): string | undefined {
  return /^(?:https?:\/\/|#)/.test(href) ? href : target(href);
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
