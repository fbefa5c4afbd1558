import { SafeHtml } from '@latchkey/ui/safe-html.tsx';
import type { ItemDetails } from '../api/storefront.ts';
import classes from './item-texts.module.css';
import { Picture } from './picture.tsx';

interface IllustratedTextProps {
  readonly html: string | undefined;
  readonly images: ItemDetails['images'];
}

const SIZES = '(width < 48rem) 94vw, 26rem';

/**
 * A long text. A picture whose description begins with a heading of it stands beside that part: there it only decorates,
 * because the gallery has it with its description.
 */
export function IllustratedText({ html, images }: IllustratedTextProps) {
  if (html === undefined) return null;
  const parts = html.split('\n<h3>').map((text, index) => (index === 0 ? text : `<h3>${text}`));
  const pictureOf = (part: string) => {
    const [, title] = /^<h3>([^<&]+)<\/h3>/.exec(part) ?? [];
    return title && images.find(({ alt }) => alt.startsWith(title));
  };
  if (!parts.some(pictureOf)) return <SafeHtml html={html} />;
  return parts.map((part) => {
    const image = pictureOf(part);
    return (
      <div key={part} className={image ? classes.block : classes.words}>
        <SafeHtml html={part} />
        {image ? <Picture image={image} sizes={SIZES} className={classes.picture} priority="late" /> : null}
      </div>
    );
  });
}
