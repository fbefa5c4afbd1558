import { lazy, Suspense, useState } from 'react';
import type { ItemDetails, ShopProduct } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon, hueStyle } from '@latchkey/ui/product-icon.tsx';
import { Picture } from './picture.tsx';
import classes from './gallery.module.css';

/** Few readers enlarge a picture. */
const Zoom = lazy(() => import('./zoom.tsx').then((module) => ({ default: module.Zoom })));

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
  const [isZoomed, setZoomed] = useState(false);
  const image = images[index];
  return (
    <div className={classes.gallery}>
      <div className={classes.stage} style={hueStyle(item.name)}>
        {image === undefined ? (
          <ProductIcon name={item.name} iconUrl={item.iconUrl} size={112} />
        ) : (
          <>
            <Picture
              key={image.url}
              image={image}
              sizes="(width < 60rem) 94vw, 52rem"
              alt={image.alt}
              className={classes.image}
              priority="early"
            />
            <button
              type="button"
              className={classes.zoom}
              aria-label={product.zoom}
              onClick={() => {
                setZoomed(true);
              }}
            />
          </>
        )}
      </div>
      {image === undefined || !isZoomed ? null : (
        <Suspense>
          <Zoom
            image={image}
            onClose={() => {
              setZoomed(false);
            }}
          />
        </Suspense>
      )}
      {images.length < 2 ? null : (
        <ul className={classes.choices} aria-label={product.pictures}>
          {images.map((each, position) => (
            <li key={each.url}>
              <button
                type="button"
                className={classes.choice}
                aria-label={each.alt === '' ? product.picture(position + 1, images.length) : each.alt}
                aria-pressed={position === index}
                onClick={() => {
                  setIndex(position);
                }}
              >
                <Picture image={each} sizes="72px" className={classes.small} priority="late" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
