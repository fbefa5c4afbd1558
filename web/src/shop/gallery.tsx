import { useState } from 'react';
import type { ItemDetails, ShopProduct } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon, hueStyle } from '@latchkey/ui/product-icon.tsx';
import classes from './gallery.module.css';

interface GalleryProps {
  readonly item: Pick<ShopProduct, 'id' | 'name' | 'iconUrl'>;
  /** Absent until they are loaded; their place is reserved from the start. */
  readonly images: ItemDetails['images'] | undefined;
}

const NONE: ItemDetails['images'] = [];

/** The pictures of an item, one large; a poster with its icon if there are none. */
export function Gallery({ item, images = NONE }: GalleryProps) {
  const { product } = useShopTexts();
  const [index, setIndex] = useState(0);
  const image = images[index];
  return (
    <div className={classes.gallery}>
      <div className={classes.stage} style={hueStyle(item.name)}>
        {image === undefined ? (
          <ProductIcon name={item.name} iconUrl={item.iconUrl} size={112} />
        ) : (
          <img
            key={image.url}
            src={image.url}
            alt={image.alt}
            width={image.width}
            height={image.height}
            className={classes.image}
            fetchPriority="high"
            decoding="async"
          />
        )}
      </div>
      {images.length < 2 ? null : (
        <ul className={classes.choices} aria-label={product.pictures}>
          {images.map(({ url, alt }, position) => (
            <li key={url}>
              <button
                type="button"
                className={classes.choice}
                aria-label={alt === '' ? product.picture(position + 1, images.length) : alt}
                aria-pressed={position === index}
                onClick={() => {
                  setIndex(position);
                }}
              >
                <img
                  src={url}
                  alt=""
                  width={72}
                  height={48}
                  className={classes.small}
                  loading="lazy"
                  decoding="async"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
