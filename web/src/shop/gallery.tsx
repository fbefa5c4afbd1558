import { lazy, Suspense, useState } from 'react';
import type { ItemDetails, ShopBundle, ShopProduct } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon, hueStyle } from '@latchkey/ui/product-icon.tsx';
import { Cover } from './cover.tsx';
import { Picture } from './picture.tsx';
import classes from './gallery.module.css';

/** Few readers enlarge a picture, and few items have sounds. */
const Zoom = lazy(() => import('./zoom.tsx').then((module) => ({ default: module.Zoom })));
const Sounds = lazy(() => import('./sounds.tsx').then((module) => ({ default: module.Sounds })));

type Image = ItemDetails['images'][number];
type Media = ItemDetails['media'][number];

interface GalleryProps {
  readonly item: ShopProduct | ShopBundle;
  /** Absent until they are loaded; their place is reserved from the start. */
  readonly details: Pick<ItemDetails, 'images' | 'media'> | undefined;
}

const NOTHING: Pick<ItemDetails, 'images' | 'media'> = { images: [], media: [] };

/**
 * The pictures and films of an item, one large, and its sounds; without any, a bundle has a collage of its members, and a
 * product a poster with its icon.
 */
export function Gallery({ item, details = NOTHING }: GalleryProps) {
  const { images, media } = details;
  const [index, setIndex] = useState(0);
  const [isChosen, setChosen] = useState(false);
  const films = media.filter(({ kind }) => kind === 'Video');
  const sounds = media.filter(({ kind }) => kind === 'Audio');
  const parts = [...images, ...films];
  return (
    <div className={classes.gallery}>
      <div className={classes.stage} style={hueStyle(item.name)}>
        <Stage
          key={parts[index]?.url}
          item={item}
          part={parts[index]}
          poster={images[0]}
          isChosen={isChosen}
        />
      </div>
      {parts.length < 2 ? null : (
        <Choices
          parts={parts}
          poster={images[0]}
          index={index}
          onChoose={(position) => {
            setIndex(position);
            setChosen(true);
          }}
        />
      )}
      {sounds.length === 0 ? null : (
        <Suspense fallback={<div style={{ minHeight: `${sounds.length * 4.5 - 0.5}rem` }} />}>
          <Sounds sounds={sounds} />
        </Suspense>
      )}
    </div>
  );
}

interface StageProps extends Pick<GalleryProps, 'item'> {
  readonly part: Image | Media | undefined;
  /** Shown of a film until it plays. */
  readonly poster: Image | undefined;
  /** The reader has chosen the part: a film begins. */
  readonly isChosen: boolean;
}

function Stage({ item, part, poster, isChosen }: StageProps) {
  const { product } = useShopTexts();
  const [isZoomed, setZoomed] = useState(false);
  if (part === undefined && 'products' in item) return <Cover item={item} isEarly />;
  if (part === undefined) return <ProductIcon name={item.name} iconUrl={item.iconUrl} size={112} />;
  if ('kind' in part) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the vendor's film has what captions it has
      <video
        className={classes.film}
        src={part.url}
        poster={poster?.smaller.at(-1)?.webp}
        aria-label={part.title}
        preload={isChosen ? 'auto' : poster === undefined ? 'metadata' : 'none'}
        autoPlay={isChosen}
        controls
        playsInline
      />
    );
  }
  return (
    <>
      <Picture
        image={part}
        sizes="(width < 60rem) 94vw, 52rem"
        alt={part.alt}
        className={classes.image}
        priority="early"
      />
      {part.videoUrl === undefined ? (
        <button
          type="button"
          className={classes.zoom}
          aria-label={product.zoom}
          onClick={() => {
            setZoomed(true);
          }}
        />
      ) : (
        <a className={classes.watch} href={part.videoUrl} target="_blank" rel="noopener noreferrer">
          <span className={classes.play} aria-hidden="true" />
          <span className={classes.site}>{product.watch(new URL(part.videoUrl).hostname)}</span>
        </a>
      )}
      {isZoomed ? (
        <Suspense>
          <Zoom
            image={part}
            onClose={() => {
              setZoomed(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface ChoicesProps extends Pick<StageProps, 'poster'> {
  readonly parts: readonly (Image | Media)[];
  readonly index: number;
  readonly onChoose: (position: number) => void;
}

/** Small pictures of what the gallery has; one of a film has a sign to play it. */
function Choices({ parts, poster, index, onChoose }: ChoicesProps) {
  const { product } = useShopTexts();
  return (
    <ul className={classes.choices} aria-label={product.pictures}>
      {parts.map((part, position) => {
        const isFilm = 'kind' in part;
        const picture = isFilm ? poster : part;
        const name = isFilm ? product.play(part.title) : part.alt;
        return (
          <li key={part.url}>
            <button
              type="button"
              className={classes.choice}
              aria-label={name === '' ? product.picture(position + 1, parts.length) : name}
              aria-pressed={position === index}
              onClick={() => {
                onChoose(position);
              }}
            >
              {picture === undefined ? (
                <span className={classes.small} />
              ) : (
                <Picture image={picture} sizes="72px" className={classes.small} priority="late" />
              )}
              {isFilm || part.videoUrl !== undefined ? (
                <span className={classes.play} aria-hidden="true" />
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
