import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The file with the types of the API. */
export const SDK_SCHEMA_FILE = path.join(import.meta.dirname, 'src/schema.d.ts');

const HEAD =
  '// Made from docs/openapi.json by `npm run openapi`: change the routes of the server instead.\n\n';

/**
 * The types of the API, as TypeScript, from the text of an OpenAPI document. Not `immutable`: openapi-fetch turns a
 * read-only array into an object without methods.
 */
export async function schemaText(document: string): Promise<string> {
  return HEAD + astToString(await openapiTypescript(document));
}
