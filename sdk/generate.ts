import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const DOCUMENT = path.join(import.meta.dirname, '../docs/openapi.json');
/** The file with the types of the API. It is not in the repository. */
const SCHEMA = path.join(import.meta.dirname, 'src/schema.d.ts');

if (import.meta.main) await generateSchema();

/**
 * Writes the types of the API, `src/schema.d.ts`, from `docs/openapi.json`, unless they are current. Does nothing in an
 * installation without development dependencies, where nobody needs types.
 */
export async function generateSchema(): Promise<void> {
  const generator = await import('openapi-typescript').catch(() => undefined);
  if (generator === undefined) return;
  // Not `immutable`: openapi-fetch turns a read-only array into an object without methods.
  const types = await generator.default(await readFile(DOCUMENT, 'utf8'));
  const text = `// Generated from docs/openapi.json by sdk/generate.ts.\n\n${generator.astToString(types)}`;
  const current = await readFile(SCHEMA, 'utf8').catch(() => undefined);
  if (current !== text) await writeFile(SCHEMA, text);
}
