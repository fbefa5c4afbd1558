import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = join(import.meta.dirname, '../server/src/cli/demo/files');

/** The picture of a demo product, as a server with its files answers; none for another name. */
export function demoPicture(name: string): { readonly pictureUrl?: string } {
  const file = join(FILES, `${name.toLowerCase().replaceAll(' ', '-')}.png`);
  if (!existsSync(file)) return {};
  return { pictureUrl: `data:image/png;base64,${readFileSync(file, 'base64')}` };
}
