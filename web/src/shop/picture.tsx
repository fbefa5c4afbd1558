import type { components } from '@latchkey/sdk';

interface PictureProps {
  readonly image: components['schemas']['StorefrontImage'];
  /** The width at which it is shown, as in the attribute of the same name. */
  readonly sizes: string;
  /** Empty where the picture only decorates. */
  readonly alt?: string;
  readonly className: string | undefined;
  /** `early`: on the first screen, before other requests; `late`: only when it comes near the screen. */
  readonly priority: 'early' | 'late';
}

/** A picture in the smallest of its stored forms that is sharp at its size; the whole file only where there is none. */
export function Picture({ image, sizes, alt = '', className, priority }: PictureProps) {
  const { url, width, height, smaller } = image;
  const setOf = (format: 'avif' | 'webp') =>
    smaller.map((form) => `${form[format]} ${form.width}w`).join(', ');
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
      <img
        src={url}
        srcSet={setOf('webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority === 'early' ? 'eager' : 'lazy'}
        fetchPriority={priority === 'early' ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
}
