import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { schemaText, SDK_SCHEMA_FILE } from '../sdk/generate.ts';
import { OPENAPI_FILE, openapiText } from '../server/test/openapi-document.ts';
import { ROOT } from './run.ts';

// `npm run openapi` writes the document and the types of the SDK; with `-- --check` it only reports whether they are
// current.
const document = await openapiText();
const outputs: readonly (readonly [file: string, text: string])[] = [
  [OPENAPI_FILE, document],
  [SDK_SCHEMA_FILE, await schemaText(document)],
];
for (const [file, text] of outputs) {
  const current = await readFile(file, 'utf8').catch(() => undefined);
  const name = path.relative(ROOT, file);
  if (current === text) {
    console.log(`${name} is current.`);
  } else if (process.argv.includes('--check')) {
    console.error(`${name} is not what the server publishes: run npm run openapi.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    console.log(`Wrote ${name}.`);
  }
}
