import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vectorFiles, VECTORS } from '../server/test/vectors/vector-files.ts';

/** `npm run vectors` writes the test vectors of docs/vectors with the code of the server. */
await mkdir(VECTORS, { recursive: true });
for (const [name, text] of await vectorFiles()) {
  await writeFile(path.join(VECTORS, name), text);
  console.log(`docs/vectors/${name}`);
}
