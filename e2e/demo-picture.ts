import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './replies.ts';

const FILES = join(import.meta.dirname, '../server/src/cli/demo/files');

/** The picture of a demo product, as a line of an order has it; none for another name. */
export function demoPicture(name: string): { readonly pictureUrl?: string } {
  const file = join(FILES, `${name.toLowerCase().replaceAll(' ', '-')}.png`);
  if (!existsSync(file)) return {};
  return { pictureUrl: `data:image/png;base64,${readFileSync(file, 'base64')}` };
}

/** The same as the storefront has it. */
export function demoCover(name: string): Answer {
  const { pictureUrl: url } = demoPicture(name);
  if (url === undefined) return {};
  return {
    image: { url, alt: '', width: 1200, height: 750, smaller: [{ width: 480, avif: url, webp: url }] },
  };
}
