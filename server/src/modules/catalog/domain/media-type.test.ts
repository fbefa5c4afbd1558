import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEDIA_TYPES, mediaTypeOf, mediaTypeOfExtension } from './media-type.ts';

const page = (codec: string) =>
  Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from(codec, 'latin1')]);
const box = (brand: string) => Buffer.from(`\u0000\u0000\u0000\u0020ftyp${brand}`);
const ebml = (docType: string) =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84]), Buffer.from(docType)]);

const HEADS: readonly (readonly [string, Buffer])[] = [
  ['mp3', Buffer.from('ID3\u0004')],
  ['mp3', Buffer.from([0xff, 0xfb, 0x90, 0x64])],
  ['mp3', Buffer.from([0xff, 0xf3, 0x40, 0xc4])],
  ['m4a', box('M4A ')],
  ['ogg', page('OpusHead')],
  ['ogg', page('\u0001vorbis')],
  ['flac', Buffer.from('fLaC')],
  ['wav', Buffer.from('RIFF\u0001\u0002\u0003\u0004WAVEfmt ')],
  ['mp4', box('isom')],
  ['mp4', box('mp42')],
  ['webm', ebml('webm')],
];

test('a sound or film is recognized by its first bytes, and served as what it is', () => {
  for (const [extension, bytes] of HEADS) {
    const type = mediaTypeOf(bytes);
    assert.equal(type?.extension, extension);
    assert.deepEqual(mediaTypeOfExtension(extension), type);
  }
  assert.deepEqual(
    [...MEDIA_TYPES].toSorted(),
    [...new Set(HEADS.map(([name]) => mediaTypeOfExtension(name).mediaType))].toSorted(),
  );
});

test('pages, programs, pictures, and sounds and films that browsers do not play are none', () => {
  const others = [
    ...[
      '',
      '<html>',
      'MZ',
      '%PDF-1.7',
      'GIF89a',
      'RIFF\u0001\u0002\u0003\u0004WEBP',
      'RIFF\u0001\u0002\u0003\u0004AVI ',
    ].map((text) => Buffer.from(text)),
    page('\u0080theora'),
    box('avif'),
    box('qt  '),
    ebml('matroska'),
    // AAC without a container, and frames without a bit rate or a sample rate.
    Buffer.from([0xff, 0xf1, 0x50, 0x80]),
    Buffer.from([0xff, 0xfb, 0xf0, 0x64]),
    Buffer.from([0xff, 0xfb, 0x9c, 0x64]),
    Buffer.from([0xff, 0xeb, 0x90, 0x64]),
  ];
  for (const bytes of others) assert.equal(mediaTypeOf(bytes), undefined, bytes.toString('latin1'));
  for (const [, bytes] of HEADS) assert.equal(mediaTypeOf(bytes.subarray(0, 2)), undefined);
  assert.throws(() => mediaTypeOfExtension('exe'), RangeError);
});
