import { type ImageType, imageType } from './image-type.ts';

/** An image as browsers show it, in pixels. */
interface ImageForm {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size and type from the bytes of a PNG, JPEG, WebP or AVIF image; `undefined` when it is another type, or damaged.
 */
export function imageForm(bytes: Uint8Array): ImageForm | undefined {
  const type = imageType(bytes);
  if (type === undefined) return undefined;
  const size = sizeOf(type.extension, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size !== undefined && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
}

function sizeOf(extension: string, view: DataView): Size | undefined {
  try {
    if (extension === 'png') return pngSize(view);
    if (extension === 'jpg') return jpegSize(view);
    if (extension === 'webp') return webpSize(view);
    return extension === 'avif' ? avifSize(view) : undefined;
  } catch (error) {
    // Bytes that do not exist.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngSize(view: DataView): Size | undefined {
  if (tag(view, 12) !== 'IHDR') return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The frame header contains the size; the camera's orientation may swap it. */
function jpegSize(view: DataView): Size | undefined {
  let isTurned = false;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xe1) isTurned ||= isTurnedExif(view, at + 4);
    // All frame headers, without tables and the arithmetic coding extension.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
}

const ORIENTATION = 0x0112;

/** Whether Exif data says that the picture is rotated by 90°. */
function isTurnedExif(view: DataView, start: number): boolean {
  if (tag(view, start) !== 'Exif') return false;
  const tiff = start + 6;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    return view.getUint16(entry + 8, isLittle) >= 5;
  }
  return false;
}

function webpSize(view: DataView): Size | undefined {
  const chunk = tag(view, 12);
  if (chunk === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (chunk === 'VP8L' && view.getUint8(20) === 0x2f) {
    // 14 bits each.
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ' || uint24(view, 23) !== 0x2a_01_9d) return undefined;
  // The two highest bits are a scale that browsers ignore.
  return { width: view.getUint16(26, true) % 0x4000, height: view.getUint16(28, true) % 0x4000 };
}

/** The largest of the image's parts: in a tiled image, the whole is one of them. */
function avifSize(view: DataView): Size | undefined {
  const meta = boxesIn(view, 0, view.byteLength).find(({ name }) => name === 'meta');
  // A version and flags come before the boxes in it.
  const inMeta = meta === undefined ? [] : boxesIn(view, meta.start + 4, meta.end);
  const properties = inMeta
    .filter(({ name }) => name === 'iprp')
    .flatMap(({ start, end }) => boxesIn(view, start, end))
    .filter(({ name }) => name === 'ipco')
    .flatMap(({ start, end }) => boxesIn(view, start, end));
  const sizes = properties
    .filter(({ name }) => name === 'ispe')
    .map(({ start }): Size => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }));
  const [size] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const turn = properties.find(({ name }) => name === 'irot');
  const isTurned = turn !== undefined && view.getUint8(turn.start) % 2 === 1;
  return size && isTurned ? { width: size.height, height: size.width } : size;
}

interface Box {
  readonly name: string;
  /** The length of its content. */
  readonly start: number;
  readonly end: number;
}

const MOST_BOXES = 1_000;

function boxesIn(view: DataView, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < MOST_BOXES;) {
    const size = view.getUint32(at);
    const name = tag(view, at + 4);
    // 0: to the end. Boxes of more than 4 GB do not fit into an upload.
    const boxEnd = size === 0 ? end : at + size;
    if (boxEnd > end || boxEnd < at + 8) break;
    boxes.push({ name, start: at + 8, end: boxEnd });
    at = boxEnd;
  }
  return boxes;
}

function tag(view: DataView, at: number): string {
  return String.fromCodePoint(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + 0x1_00_00 * view.getUint8(at + 2);
}
