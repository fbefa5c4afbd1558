import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { format } from 'oxfmt';
import { generateSchema } from '../sdk/generate.ts';
import { openapiText } from '../server/src/openapi.ts';
import { ROOT } from './run.ts';

// `npm run openapi` writes the document and the types of the SDK; with `-- --check` it only reports whether the
// document is current.
const documentFile = path.join(ROOT, 'docs/openapi.json');
// Values that fit in a line are on one: half as many lines.
const { code: document } = await format(documentFile, await openapiText(), { printWidth: 110 });
const current = await readFile(documentFile, 'utf8').catch(() => undefined);
const name = path.relative(ROOT, documentFile);
if (current === document) {
  console.log(`${name} is current.`);
} else if (process.argv.includes('--check')) {
  console.error(`${name} is not what the server publishes: run npm run openapi.`);
  process.exitCode = 1;
} else {
  await writeFile(documentFile, document);
  console.log(`Wrote ${name}.`);
}
await generateSchema();
