import { writeFile } from 'node:fs/promises';
import path from 'node:path';

// Computes the sounds of the demo products: `node server/demo-sounds.ts`. The same bytes each time.

const FOLDER = path.join(import.meta.dirname, 'src/cli/demo/files');
const RATE = 16_000;
const SECONDS = 2.4;
const LENGTH = Math.round(RATE * SECONDS);
/** A sixteenth at 100 beats per minute: the sounds are loops of one bar. */
const STEP = SECONDS / 16;

type Sound = Float64Array;

/** Noise that is the same each time (mulberry32), from -1 to 1. */
function noiseOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Adds what `wave` says of each moment since `start`, in seconds; the end of the loop continues at its beginning. */
function addTo(sound: Sound, start: number, seconds: number, wave: (time: number) => number): void {
  const first = Math.round(start * RATE);
  for (let index = 0; index < seconds * RATE; index += 1) {
    const at = (first + index) % sound.length;
    sound[at] = (sound[at] ?? 0) + wave(index / RATE);
  }
}

/** A bass drum, a snare and a hi-hat. */
function kit(): Sound {
  const sound = new Float64Array(LENGTH);
  const noise = noiseOf(7);
  for (const step of [0, 3, 6, 10, 13])
    addTo(sound, step * STEP, 0.3, (time) => {
      const phase = 48 * time + (110 / 22) * (1 - Math.exp(-22 * time));
      return 0.9 * Math.exp(-9 * time) * Math.sin(2 * Math.PI * phase);
    });
  for (const step of [4, 12])
    addTo(sound, step * STEP, 0.22, (time) => {
      const tone = 0.35 * Math.sin(2 * Math.PI * 185 * time);
      return Math.exp(-17 * time) * (0.5 * noise() + tone);
    });
  for (let step = 0; step < 16; step += 1) {
    let before = 0;
    addTo(sound, step * STEP, 0.09, (time) => {
      const now = noise();
      const high = now - before;
      before = now;
      return (step % 4 === 2 ? 0.16 : 0.09) * Math.exp(-55 * time) * high;
    });
  }
  return sound;
}

/** Sixteen steps of two detuned saws through a filter that opens. */
function arpeggio(): Sound {
  const sound = new Float64Array(LENGTH);
  const notes = [45, 57, 64, 69, 72, 64, 57, 60, 41, 53, 60, 65, 69, 60, 57, 55];
  for (const [step, note] of notes.entries()) {
    const pitch = 440 * 2 ** ((note - 69) / 12);
    const opening = 3 + 9 * Math.sin((Math.PI * step) / 15);
    addTo(sound, step * STEP, 0.4, (time) => {
      let wave = 0;
      for (let partial = 1; partial <= 24 && partial * pitch < RATE / 2; partial += 1) {
        const filter = 1 / (1 + (partial / (1 + opening * Math.exp(-6 * time))) ** 4);
        const phase = 2 * Math.PI * partial * pitch * time;
        wave += (filter / partial) * (Math.sin(phase) + Math.sin(phase * 1.004));
      }
      return 0.16 * Math.min(1, time * 200) * Math.exp(-7 * time) * wave;
    });
  }
  return sound;
}

/** A plucked chord, first dry and then in a hall. */
function hall(): Sound {
  const dry = new Float64Array(LENGTH);
  const chord = [57, 64, 69, 73];
  for (const start of [0, 0.8])
    for (const [index, note] of chord.entries()) {
      const pitch = 440 * 2 ** ((note - 69) / 12);
      addTo(dry, start + index * 0.03, 0.5, (time) => {
        const wave = Math.sin(2 * Math.PI * pitch * time) + 0.4 * Math.sin(4 * Math.PI * pitch * time);
        return 0.16 * Math.min(1, time * 300) * Math.exp(-11 * time) * wave;
      });
    }
  const noise = noiseOf(23);
  const wet = new Float64Array(LENGTH);
  // Echoes of the second chord, which become denser and quieter.
  for (let echo = 0; echo < 900; echo += 1) {
    const delay = Math.round(RATE * (0.02 + 1.45 * ((noise() + 1) / 2) ** 0.7));
    const gain = 0.11 * noise() * Math.exp((-3.2 * delay) / RATE);
    for (let at = Math.round(0.8 * RATE); at + delay < LENGTH; at += 1)
      wet[at + delay] = (wet[at + delay] ?? 0) + gain * (dry[at] ?? 0);
  }
  return dry.map((value, at) => value + (wet[at] ?? 0));
}

/** A WAV file: one channel of 16 bits, as loud as it gets. */
function wavOf(sound: Sound): Buffer {
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // No click at the ends.
  const fade = (at: number) => Math.min(1, at / 80, (sound.length - 1 - at) / 800);
  const file = Buffer.alloc(44 + sound.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(sound.length * 2, 40);
  for (const [at, value] of sound.entries())
    file.writeInt16LE(Math.round((value / peak) * fade(at) * 29_000), 44 + at * 2);
  return file;
}

for (const [name, sound] of Object.entries({
  'demo-sounds': kit(),
  'demo-synth': arpeggio(),
  'demo-verb': hall(),
}))
  await writeFile(path.join(FOLDER, `${name}.wav`), wavOf(sound));
