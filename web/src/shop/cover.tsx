import { hueStyle, ProductIcon } from '@latchkey/ui/product-icon.tsx';
import type { ShopBundle, ShopProduct } from '../api/storefront.ts';
import { Picture } from './picture.tsx';
import classes from './cover.module.css';

interface CoverProps {
  readonly item: ShopProduct | ShopBundle;
  /** It is probably on the first screen, and must not wait. */
  readonly isEarly: boolean;
}

/** A card fills a phone; elsewhere it is at most this wide, and a part of a collage half of it. */
const CARD_SIZES = '(width < 44rem) 94vw, 26rem';
const HALF_SIZES = '(width < 44rem) 47vw, 20rem';

/** More members would be too small to recognize. */
const MOST_PARTS = 4;

/**
 * The decorative picture of a card, edge to edge: that of the item with its icon as a badge; of a bundle without one a
 * collage of its members, of which two overlap and four fill it; a letter on the color of the name where there is no picture.
 */
export function Cover({ item, isEarly }: CoverProps) {
  const members = 'products' in item && item.image === undefined ? item.products.slice(0, MOST_PARTS) : [];
  const parts: readonly PartProps['item'][] = members.length > 1 ? members : [item];
  return (
    <div className={classes.cover} data-parts={parts.length} aria-hidden="true">
      {parts.map((part, index) => (
        <Part key={part.id} item={part} isEarly={isEarly} isLarge={index === 0 && parts.length % 2 === 1} />
      ))}
      {item.image === undefined || item.iconUrl === null ? null : (
        <span className={classes.badge}>
          <ProductIcon name={item.name} iconUrl={item.iconUrl} size={40} />
        </span>
      )}
    </div>
  );
}

interface PartProps {
  readonly item: Pick<ShopProduct, 'id' | 'name' | 'iconUrl'> & {
    readonly image?: ShopProduct['image'] | undefined;
  };
  readonly isEarly: boolean;
  /** Alone, or the first of three. */
  readonly isLarge: boolean;
}

function Part({ item: { name, image, iconUrl }, isEarly, isLarge }: PartProps) {
  if (image === undefined) {
    return (
      <span className={classes.blank} style={hueStyle(name)}>
        <ProductIcon name={name} iconUrl={iconUrl} size={isLarge ? 88 : 48} />
      </span>
    );
  }
  return (
    <Picture
      image={image}
      sizes={isLarge ? CARD_SIZES : HALF_SIZES}
      className={classes.picture}
      priority={isEarly ? 'early' : 'late'}
    />
  );
}
