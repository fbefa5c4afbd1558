import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a `.br` and a `.gz` beside each asset of a build, which the server sends unchanged. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      const folder = path.join(dir, 'assets');
      const files = await readdir(folder);
      await Promise.all(
        files
          .filter((file) => /\.(?:js|css|svg)$/.test(file))
          .map((file) => compress(path.join(folder, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params: best }));
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }));
}
