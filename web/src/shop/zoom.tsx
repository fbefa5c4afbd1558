import { CrossIcon } from '../page/icons.tsx';
import { useEffect, useRef } from 'react';
import type { ItemDetails } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import classes from './zoom.module.css';

interface ZoomProps {
  readonly image: ItemDetails['images'][number];
  readonly onClose: () => void;
}

/** A picture as large as the window and its file allow. */
export function Zoom({ image, onClose }: ZoomProps) {
  const { product } = useShopTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.zoom}
      aria-label={image.alt || product.pictures}
      onClose={onClose}
    >
      <form method="dialog">
        <button type="submit" className={classes.close} aria-label={product.closeZoom}>
          <CrossIcon size={24} />
        </button>
      </form>
      <img
        src={image.url}
        alt={image.alt}
        width={image.width}
        height={image.height}
        className={classes.picture}
      />
    </dialog>
  );
}
