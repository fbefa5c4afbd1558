import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import type { CartLine } from '../api/cart.ts';
import { nameOf } from '../cart/cart-lines.ts';
import classes from './cart-page.module.css';

/** More would be too small to recognize. */
const MOST_PARTS = 4;

/** The decorative picture of a line; a bundle without one of its own is a small collage of its products. */
export function LinePicture({ entry }: { readonly entry: CartLine }) {
  const item = entry.type === 'Product' ? entry.product : entry.bundle;
  const parts = entry.type === 'Bundle' ? entry.bundle.products.slice(0, MOST_PARTS) : [];
  // Without a picture, a bundle has that of a product.
  const isBorrowed = parts.some(({ pictureUrl }) => pictureUrl === item.pictureUrl);
  if (parts.length < 2 || !isBorrowed) {
    return <Thumbnail name={nameOf(entry)} iconUrl={item.iconUrl} pictureUrl={item.pictureUrl} width={96} />;
  }
  return (
    <span className={classes.collage} data-collage>
      {parts.map(({ id, name, iconUrl, pictureUrl }) => (
        <Thumbnail key={id} name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={47} />
      ))}
    </span>
  );
}
