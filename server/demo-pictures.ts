import path from 'node:path';
import sharp from 'sharp';

// Draws the pictures of the demo products that have no window of their own: `node server/demo-pictures.ts`.

const FOLDER = path.join(import.meta.dirname, 'src/cli/demo/files');
const [WIDTH, HEIGHT] = [1_200, 750];
const GREEN = '#3a7f65';
const VIOLET = '#4a52b5';
const PADS = ['#7c83fd', '#4fd69c', '#ffb454', '#ff7eb6', '#5ec8ff', '#c792ea'];

/** Sixteen pads; the lit ones are a rhythm. */
function sounds(): string {
  const pads = Array.from({ length: 16 }, (_, index) => {
    const [x, y] = [330 + (index % 4) * 140, 105 + Math.floor(index / 4) * 140];
    const isLit = [0, 3, 6, 8, 10, 13].includes(index);
    const color = PADS[index % PADS.length];
    return `<rect x="${x}" y="${y}" width="120" height="120" rx="18" fill="${isLit ? color : '#2a2f3a'}" stroke="${color}" stroke-width="3"/>`;
  });
  return drawing(
    '#a64b82',
    `<rect x="280" y="55" width="640" height="640" rx="36" fill="#171b24"/>${pads.join('')}`,
  );
}

/** A room in perspective, and a sound that fades in it. */
function verb(): string {
  const rooms = Array.from({ length: 9 }, (_, index) => {
    const [w, h] = [760 * 0.78 ** index, 475 * 0.78 ** index];
    const opacity = (1 - index * 0.09).toFixed(2);
    return `<rect x="${600 - w / 2}" y="${375 - h / 2}" width="${w}" height="${h}" rx="8" fill="none" stroke="#8ec5ff" stroke-opacity="${opacity}" stroke-width="3"/>`;
  });
  const bars = Array.from({ length: 48 }, (_, index) => {
    const height = 120 * Math.exp(-index / 14) * (0.55 + 0.45 * Math.abs(Math.sin(index * 1.7)));
    return `<rect x="${240 + index * 15}" y="${375 - height}" width="7" height="${height * 2}" rx="3.5" fill="#ffd479"/>`;
  });
  const frame = '<rect x="180" y="95" width="840" height="560" rx="32" fill="#101a2c"/>';
  return drawing('#3571b5', frame + rooms.join('') + bars.join(''));
}

/** The recording: an input for each track, and the take that grows. */
function record(): string {
  const rows = [0.92, 0.74, 0.55].map((loud, row) => {
    const [y, color] = [140 + row * 165, PADS[row + 1] ?? ''];
    const bars = Array.from({ length: 54 }, (_, index) => {
      const shape = Math.abs(Math.sin(index * (0.31 + row * 0.13)) * Math.sin(index * 1.9 + row));
      const height = (6 + 92 * loud * shape).toFixed(1);
      return `<rect x="${345 + index * 10}" y="${(y + 67 - Number(height) / 2).toFixed(1)}" width="5" height="${height}" rx="2.5" fill="${color}"/>`;
    });
    return `<rect x="180" y="${y}" width="840" height="134" rx="14" fill="#1e232e"/>
<circle cx="235" cy="${y + 67}" r="26" fill="#2a2f3a" stroke="#ff6b6b" stroke-width="4"/><circle cx="235" cy="${y + 67}" r="12" fill="#ff6b6b"/>
<rect x="290" y="${y + 17}" width="12" height="100" rx="6" fill="#2a2f3a"/><rect x="290" y="${(y + 117 - loud * 92).toFixed(0)}" width="12" height="${(loud * 92).toFixed(0)}" rx="6" fill="#4fd69c"/>
<rect x="330" y="${y + 12}" width="560" height="110" rx="10" fill="${color}" fill-opacity="0.14"/>${bars.join('')}`;
  });
  const frame = '<rect x="130" y="60" width="940" height="630" rx="24" fill="#151924"/>';
  const head =
    '<line x1="890" x2="890" y1="105" y2="640" stroke="#ff6b6b" stroke-width="4"/><circle cx="890" cy="102" r="11" fill="#ff6b6b"/>';
  return drawing(VIOLET, frame + rows.join('') + head);
}

/** The arrangement: takes on a grid, one of which is being dragged to its place. */
function arrange(): string {
  const lines = Array.from(
    { length: 13 },
    (_, index) =>
      `<line x1="${180 + index * 70}" x2="${180 + index * 70}" y1="105" y2="645" stroke="${index % 4 === 0 ? '#3a4152' : '#232936'}" stroke-width="2"/>`,
  );
  const takes: readonly (readonly [row: number, from: number, length: number])[] = [
    [0, 0, 4],
    [0, 4, 4],
    [0, 8, 4],
    [1, 2, 2],
    [1, 8, 3],
    [2, 0, 8],
    [3, 4, 2],
    [3, 10, 2],
    [4, 0, 2],
    [4, 6, 6],
  ];
  const drawn = takes.map(([row, from, length]) => take(row, 180 + from * 70, 140 + row * 100, length));
  const place =
    '<rect x="463" y="243" width="204" height="74" rx="10" fill="none" stroke="#e8eaee" stroke-width="3" stroke-dasharray="9 8"/>';
  const dragged = `<g transform="rotate(-4 580 270)">${take(1, 486, 222, 3)}</g>`;
  const pointer =
    '<path d="M640 262 l0 44 l11 -10 l8 19 l10 -4 l-8 -19 l15 -1 z" fill="#ffffff" stroke="#151924" stroke-width="3"/>';
  const frame = '<rect x="130" y="60" width="940" height="630" rx="24" fill="#151924"/>';
  return drawing(VIOLET, frame + lines.join('') + drawn.join('') + place + dragged + pointer);
}

/** A take in the color of its track. */
function take(row: number, x: number, y: number, length: number): string {
  const color = PADS[row % PADS.length] ?? '';
  const bars = Array.from({ length: length * 5 - 1 }, (_, index) => {
    const height = 8 + 40 * Math.abs(Math.sin(index * 0.9 + row) * Math.sin(index * 0.37 + x));
    return `<rect x="${x + 14 + index * 13}" y="${(y + 40 - height / 2).toFixed(1)}" width="6" height="${height.toFixed(1)}" rx="3" fill="#151924" fill-opacity="0.55"/>`;
  });
  return `<rect x="${x + 3}" y="${y + 3}" width="${length * 70 - 6}" height="74" rx="10" fill="${color}"/>${bars.join('')}`;
}

/** A mixer: a channel for each track, and the two of the sum. */
function mixer(): string {
  const levels = [0.62, 0.8, 0.45, 0.7, 0.55, 0.35, 0.74, 0.72];
  const channels = levels.map((level, index) => {
    const x = 175 + index * 108 + (index > 5 ? 24 : 0);
    const color = PADS[index % PADS.length];
    const lamps = Array.from({ length: 14 }, (_, lamp) => {
      const isLit = lamp / 14 < level;
      const lit = lamp > 11 ? '#ff6b6b' : lamp > 8 ? '#ffd479' : '#4fd69c';
      return `<rect x="${x + 58}" y="${560 - lamp * 22}" width="14" height="16" rx="3" fill="${isLit ? lit : '#2a2f3a'}"/>`;
    });
    const y = 570 - level * 290;
    const knobs = [0, 1].map((knob) => {
      const [cx, cy] = [x + 42, 150 + knob * 62];
      const angle = (-0.7 + 1.4 * ((index * 0.37 + knob * 0.5) % 1)) * Math.PI;
      const [dx, dy] = [Math.sin(angle) * 18, -Math.cos(angle) * 18];
      return `<circle cx="${cx}" cy="${cy}" r="22" fill="#2a2f3a" stroke="#4b5265" stroke-width="3"/><line x1="${cx}" y1="${cy}" x2="${(cx + dx).toFixed(1)}" y2="${(cy + dy).toFixed(1)}" stroke="${color}" stroke-width="5" stroke-linecap="round"/>`;
    });
    return `<rect x="${x - 8}" y="95" width="96" height="560" rx="12" fill="#1e232e"/>${knobs.join('')}
<rect x="${x + 23}" y="270" width="8" height="312" rx="4" fill="#0f131b"/><rect x="${x + 2}" y="${y.toFixed(0)}" width="50" height="26" rx="6" fill="#e8eaee"/><rect x="${x + 2}" y="${(y + 11).toFixed(0)}" width="50" height="4" fill="${color}"/>${lamps.join('')}<rect x="${x}" y="612" width="80" height="26" rx="6" fill="${color}"/>`;
  });
  const frame = '<rect x="130" y="60" width="940" height="630" rx="24" fill="#151924"/>';
  return drawing(VIOLET, frame + channels.join(''));
}

/** The filter of a synth: a curve over what it leaves of a sound. */
function filter(): string {
  const at = (x: number) => 1 / Math.sqrt((1 - (x / 0.55) ** 2) ** 2 + (x / 0.55 / 2.6) ** 2);
  const points = Array.from({ length: 121 }, (_, index) => {
    const x = 0.04 + (index / 120) * 1.5;
    return `${(210 + index * 6.5).toFixed(1)},${(480 - Math.min(2.6, at(x)) * 120).toFixed(1)}`;
  });
  const bars = Array.from({ length: 44 }, (_, index) => {
    const x = 0.04 + (index / 43) * 1.5;
    const height = Math.min(2.6, at(x)) * 70 * (0.75 + 0.25 * Math.abs(Math.sin(index * 2.3)));
    return `<rect x="${214 + index * 17.7}" y="${(560 - height).toFixed(1)}" width="9" height="${height.toFixed(1)}" rx="4" fill="#2f6b54"/>`;
  });
  const lines = [0, 1, 2, 3, 4].map(
    (index) =>
      `<line x1="210" x2="990" y1="${220 + index * 85}" y2="${220 + index * 85}" stroke="#24403a" stroke-width="2"/>`,
  );
  const knobs = [0, 1, 2].map((index) => {
    const cx = 850 + (index - 1) * 90;
    return `<circle cx="${cx}" cy="160" r="30" fill="#1c312c" stroke="#6fe0b0" stroke-width="4"/><line x1="${cx}" y1="160" x2="${cx + (index - 1) * 18}" y2="136" stroke="#ffb454" stroke-width="6" stroke-linecap="round"/>`;
  });
  const frame = '<rect x="150" y="85" width="900" height="580" rx="28" fill="#13221e"/>';
  const curve = `<polyline points="${points.join(' ')}" fill="none" stroke="#6fe0b0" stroke-width="6" stroke-linejoin="round"/>`;
  return drawing(GREEN, frame + lines.join('') + bars.join('') + curve + knobs.join(''));
}

/** A wave that is drawn by hand: dots to pull, and the one below, which follows. */
function wave(): string {
  const at = (x: number) => Math.sin(x * 2 * Math.PI) + 0.45 * Math.sin(x * 6 * Math.PI + 0.6);
  const lineOf = (shift: number, height: number) =>
    Array.from({ length: 131 }, (_, index) => {
      const y = 375 - at(index / 65 + shift) * height;
      return `${210 + index * 6},${y.toFixed(1)}`;
    }).join(' ');
  const dots = Array.from({ length: 11 }, (_, index) => {
    const y = 375 - at((index * 13) / 65) * 150;
    return `<circle cx="${210 + index * 78}" cy="${y.toFixed(1)}" r="12" fill="${index === 3 ? '#ffb454' : '#13221e'}" stroke="${index === 3 ? '#ffb454' : '#6fe0b0'}" stroke-width="5"/>`;
  });
  const frame = '<rect x="150" y="85" width="900" height="580" rx="28" fill="#13221e"/>';
  const middle = '<line x1="210" x2="990" y1="375" y2="375" stroke="#24403a" stroke-width="2"/>';
  const lines = [
    `<polyline points="${lineOf(0.09, 150)}" fill="none" stroke="#2f6b54" stroke-width="6"/>`,
    `<polyline points="${lineOf(0, 150)}" fill="none" stroke="#6fe0b0" stroke-width="7"/>`,
  ];
  return drawing(GREEN, frame + middle + lines.join('') + dots.join(''));
}

/** Sixteen steps, each with its own length; those with an outline come by chance. */
function steps(): string {
  const bars = [0.8, 0.35, 0.55, 0.9, 0.25, 0.7, 0.45, 0.6, 0.95, 0.3, 0.75, 0.5, 0.85, 0.4, 0.65, 0.3];
  const lengths = bars.map((level, index) => {
    const [x, height] = [210 + index * 49.5, level * 330];
    const isChance = [4, 9, 13].includes(index);
    const color = index === 8 ? '#ffb454' : '#6fe0b0';
    const paint = isChance
      ? `fill="none" stroke="${color}" stroke-width="3" stroke-dasharray="8 7"`
      : `fill="${color}"`;
    return `<rect x="${x}" y="${520 - height}" width="36" height="${height}" rx="8" ${paint}/><rect x="${x}" y="555" width="36" height="12" rx="6" fill="${index % 4 === 0 ? '#6fe0b0' : '#24403a'}"/>`;
  });
  const frame = '<rect x="150" y="85" width="900" height="580" rx="28" fill="#13221e"/>';
  return drawing(GREEN, frame + lengths.join(''));
}

function drawing(background: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/>${content}</svg>`;
}

for (const [name, svg] of Object.entries({
  'demo-app-arrange': arrange(),
  'demo-app-mixer': mixer(),
  'demo-app-record': record(),
  'demo-sounds': sounds(),
  'demo-synth-filter': filter(),
  'demo-synth-steps': steps(),
  'demo-synth-wave': wave(),
  'demo-verb': verb(),
}))
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64 })
    .toFile(path.join(FOLDER, `${name}.png`));
