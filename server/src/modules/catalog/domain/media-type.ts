/** A sound or a film that browsers play without a plug-in. */
export interface MediaType {
  readonly extension: string;
  readonly mediaType: string;
  readonly kind: 'Audio' | 'Video';
}

const TYPES = {
  mp3: { extension: 'mp3', mediaType: 'audio/mpeg', kind: 'Audio' },
  m4a: { extension: 'm4a', mediaType: 'audio/mp4', kind: 'Audio' },
  ogg: { extension: 'ogg', mediaType: 'audio/ogg', kind: 'Audio' },
  flac: { extension: 'flac', mediaType: 'audio/flac', kind: 'Audio' },
  wav: { extension: 'wav', mediaType: 'audio/wav', kind: 'Audio' },
  mp4: { extension: 'mp4', mediaType: 'video/mp4', kind: 'Video' },
  webm: { extension: 'webm', mediaType: 'video/webm', kind: 'Video' },
} as const satisfies Readonly<Record<string, MediaType>>;

const LIST: readonly MediaType[] = Object.values(TYPES);

/** What sounds and films are served as. */
export const MEDIA_TYPES: readonly string[] = LIST.map(({ mediaType }) => mediaType);

/** So many first bytes of a file show its type. */
export const MEDIA_HEAD_BYTES = 64;

/** Brands of the ISO base media format; those of sounds, and those of films that browsers play. */
const SOUND_BRANDS = new Set(['M4A ', 'M4B ']);
const FILM_BRANDS = new Set(['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ']);

/** The type of a sound or film by its first bytes, regardless of its name; `undefined` when it is not supported. */
export function mediaTypeOf(head: Uint8Array): MediaType | undefined {
  const text = String.fromCodePoint(...head.subarray(0, MEDIA_HEAD_BYTES));
  if (text.startsWith('ID3') || isMp3Frame(head)) return TYPES.mp3;
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return TYPES.wav;
  if (text.startsWith('fLaC')) return TYPES.flac;
  // The first page of an Ogg file names its codec: Opus or Vorbis.
  if (text.startsWith('OggS'))
    return text.startsWith('OpusHead', 28) || text.startsWith('\u0001vorbis', 28) ? TYPES.ogg : undefined;
  if (text.startsWith('ftyp', 4)) {
    const brand = text.slice(8, 12);
    if (SOUND_BRANDS.has(brand)) return TYPES.m4a;
    return FILM_BRANDS.has(brand) ? TYPES.mp4 : undefined;
  }
  // Matroska has the same beginning, and browsers play only this part of it.
  return text.startsWith('\u001AE\u00DF\u00A3') && text.includes('webm') ? TYPES.webm : undefined;
}

/** The type that a stored file has; throws when there is no such type. */
export function mediaTypeOfExtension(extension: string): MediaType {
  const type = LIST.find((each) => each.extension === extension);
  if (type === undefined) throw new RangeError(`no sound or film has the extension ${extension}`);
  return type;
}

/** The header of a frame of MPEG audio, layer III, with a bit rate and a sample rate that exist. */
function isMp3Frame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  const [version, layer, bitRate, sampleRate] = [
    (second >> 3) & 3,
    (second >> 1) & 3,
    third >> 4,
    (third >> 2) & 3,
  ];
  return isSync && version !== 1 && layer === 1 && ![0, 15].includes(bitRate) && sampleRate !== 3;
}

/** The name of a sound or film in its public address, which never refers to another content. */
export function mediaName({ id, extension }: { readonly id: string; readonly extension: string }): string {
  return `${id}.${extension}`;
}
