import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageForm } from './image-size.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const u16 = (value: number) => [Math.floor(value / 256), value % 256];
const u32 = (value: number) => [...u16(Math.floor(value / 65_536)), ...u16(value % 65_536)];
const box = (name: string, ...content: (string | readonly number[])[]) => {
  const inner = bytes(...content);
  return [...bytes(u32(inner.length + 8), name), ...inner];
};

const png = bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(640), u32(480), [8, 2, 0, 0, 0]);
const frame = (marker: number) => [0xff, marker, ...u16(11), 8, ...u16(480), ...u16(640), 1, 0, 0x11, 0];
const exif = (orientation: number) => {
  const tiff = [...Buffer.from('MM\0*'), ...u32(8), ...u16(1), ...u16(0x0112), ...u16(3), ...u32(1)];
  const content = [...Buffer.from('Exif\0\0'), ...tiff, ...u16(orientation), 0, 0];
  return [0xff, 0xe1, ...u16(content.length + 2), ...content];
};
const jpeg = (...segments: number[][]) => bytes([0xff, 0xd8], ...segments);
const comment = [0xff, 0xfe, 0, 4, 1, 2];
const webp = (chunk: string, content: readonly number[]) =>
  bytes('RIFF', u32(0), 'WEBP', chunk, u32(0), content);
const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));
const avif = (...properties: number[][]) =>
  bytes(
    box('ftyp', 'avif', u32(0), 'mif1'),
    box('meta', u32(0), box('hdlr', u32(0)), box('iprp', box('ipco', ...properties))),
  );

const FORMS: Readonly<Record<string, readonly [Buffer, string, number, number]>> = {
  png: [png, 'png', 640, 480],
  'baseline JPEG': [jpeg(comment, frame(0xc0)), 'jpg', 640, 480],
  'progressive JPEG with fill bytes': [jpeg([0xff], frame(0xc2)), 'jpg', 640, 480],
  'JPEG of a camera on its side': [jpeg(exif(6), frame(0xc0)), 'jpg', 480, 640],
  'JPEG of a camera upside down': [jpeg(exif(3), frame(0xc0)), 'jpg', 640, 480],
  'lossy WebP': [webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1]), 'webp', 640, 480],
  'lossless WebP': [webp('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0]), 'webp', 640, 480],
  'extended WebP': [webp('VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]), 'webp', 640, 480],
  AVIF: [avif(ispe(640, 480)), 'avif', 640, 480],
  'AVIF of tiles': [avif(ispe(320, 240), ispe(640, 480)), 'avif', 640, 480],
  'AVIF on its side': [avif(ispe(640, 480), box('irot', [1])), 'avif', 480, 640],
};

for (const [name, [content, extension, width, height]] of Object.entries(FORMS)) {
  test(`the size of a ${name} is in its bytes, and no part of them raises anything`, () => {
    const form = imageForm(content);
    assert.deepEqual([form?.type.extension, form?.width, form?.height], [extension, width, height]);
    for (let length = 0; length < content.length; length += 1) imageForm(content.subarray(0, length));
    for (let at = 0; at < content.length; at += 1)
      for (const value of [0, 0xff]) {
        const damaged = Buffer.from(content);
        damaged[at] = value;
        imageForm(damaged);
      }
  });
}

test('an image without width or height, or of another type, is none', () => {
  const flat = Buffer.from(png);
  flat.writeUInt32BE(0, 20);
  for (const content of [
    flat,
    png.subarray(0, 16),
    jpeg([0xff, 0xd9]),
    avif(),
    Buffer.from('<svg/>'),
    Buffer.alloc(0),
  ])
    assert.equal(imageForm(content), undefined);
});
