import path from 'node:path';
import sharp from 'sharp';

// Draws the pictures of the demo products that have no window of their own: `node server/demo-pictures.ts`.

const FOLDER = path.join(import.meta.dirname, 'src/cli/demo/files');
const [WIDTH, HEIGHT] = [1_200, 750];
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
    '#fdf1f7',
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
  return drawing('#e6f1fd', frame + rooms.join('') + bars.join(''));
}

function drawing(background: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/>${content}</svg>`;
}

for (const [name, svg] of Object.entries({ 'demo-sounds': sounds(), 'demo-verb': verb() }))
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64 })
    .toFile(path.join(FOLDER, `${name}.png`));
