import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType, mediaTypeOfIcon } from './image-type.ts';

const HEADS: readonly (readonly [string, Buffer])[] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['image/gif', Buffer.from('GIF87a')],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
  ['image/avif', Buffer.from('\u0000\u0000\u0000\u0020ftypavif')],
];

test('an image is known by its first bytes', () => {
  for (const [mediaType, bytes] of HEADS) assert.equal(imageType(bytes)?.mediaType, mediaType);
});

test('bytes without a complete signature are not an image', () => {
  const texts = ['', '<svg>', '<html>', 'RIFF....WAVE', 'GIF88a', '%PDF-1.7', 'MZ'];
  for (const text of texts) assert.equal(imageType(Buffer.from(text)), undefined, text);
  for (const [mediaType, bytes] of HEADS) {
    assert.equal(imageType(bytes.subarray(0, 2)), undefined, mediaType);
  }
});

test('an icon is served as what its name says it was stored as, and nothing else is served', () => {
  for (const [mediaType, bytes] of HEADS) {
    const type = imageType(bytes);
    assert.equal(mediaTypeOfIcon(`abc.${type?.extension}`), mediaType);
  }
  for (const name of ['a.svg', 'a.html', 'png', 'a.png.exe', ''])
    assert.equal(mediaTypeOfIcon(name), undefined, name);
});
