import classes from './safe-html.module.css';

/** A text of the vendor, which the server has converted to HTML that runs and loads nothing. */
export function SafeHtml({ html }: { readonly html: string | undefined }) {
  if (html === undefined) return null;
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
