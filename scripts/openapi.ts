import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { OPENAPI_FILE, openapiText } from '../server/test/openapi-document.ts';
import { ROOT } from './run.ts';

// `npm run openapi` writes the document; with `-- --check` it only says whether the file is current.
const published = await openapiText();
const kept = await readFile(OPENAPI_FILE, 'utf8').catch(() => undefined);
const file = path.relative(ROOT, OPENAPI_FILE);
if (kept === published) {
  console.log(`${file} is current.`);
} else if (process.argv.includes('--check')) {
  console.error(`${file} is not what the server publishes: run npm run openapi.`);
  process.exitCode = 1;
} else {
  await writeFile(OPENAPI_FILE, published);
  console.log(`Wrote ${file}.`);
}
