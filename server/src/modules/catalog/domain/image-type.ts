/** An image that browsers show without running anything in it. */
export interface ImageType {
  readonly extension: string;
  readonly mediaType: string;
}

const TYPES = {
  png: { extension: 'png', mediaType: 'image/png' },
  jpg: { extension: 'jpg', mediaType: 'image/jpeg' },
  gif: { extension: 'gif', mediaType: 'image/gif' },
  webp: { extension: 'webp', mediaType: 'image/webp' },
  avif: { extension: 'avif', mediaType: 'image/avif' },
} as const;

/** The media types of icons that an upload may have. SVG is excluded: it can contain scripts. */
export const IMAGE_MEDIA_TYPES: readonly string[] = Object.values(TYPES).map(({ mediaType }) => mediaType);

/** The type of an image by its first bytes, regardless of its name; `undefined` when it is not supported. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const startsWith = (signature: readonly number[], at = 0): boolean =>
    signature.every((byte, index) => bytes[at + index] === byte);
  const says = (text: string, at: number): boolean =>
    startsWith(
      Array.from(text, (letter) => letter.codePointAt(0) ?? 0),
      at,
    );
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return TYPES.png;
  if (startsWith([0xff, 0xd8, 0xff])) return TYPES.jpg;
  if (says('GIF87a', 0) || says('GIF89a', 0)) return TYPES.gif;
  if (says('RIFF', 0) && says('WEBP', 8)) return TYPES.webp;
  return says('ftypavif', 4) ? TYPES.avif : undefined;
}

/** The media type that a stored icon is served with; `undefined` for the name of anything else. */
export function mediaTypeOfIcon(fileName: string): string | undefined {
  const types: readonly ImageType[] = Object.values(TYPES);
  return types.find(({ extension }) => fileName.endsWith(`.${extension}`))?.mediaType;
}
