import markup from './safe-html.module.css';

/**
 * A text of the vendor, which the server has converted to HTML that runs and loads nothing. Code and tables that are
 * wider than the page scroll, by key as well.
 */
export function SafeHtml({ html }: { readonly html: string | undefined }) {
  if (html === undefined) return null;
  return <div ref={focusScrollers} className={markup.text} dangerouslySetInnerHTML={{ __html: html }} />;
}

function focusScrollers(text: HTMLElement | null): void {
  for (const part of text?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
}
