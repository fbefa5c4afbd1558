import { openapiDocument } from '../src/platform/http/openapi/document.ts';
import path from 'node:path';
import { format } from 'oxfmt';
import { buildApp } from '../src/app.ts';
import { openTestSystem } from './harness.ts';

/** The file with the document for clients, reviewers and generators: it shows every change of the API. */
export const OPENAPI_FILE = path.join(import.meta.dirname, '../../docs/openapi.json');

/** The OpenAPI document of the whole application, as text for a file: values that fit in a line are on one. */
export async function openapiText(): Promise<string> {
  const { system, close } = await openTestSystem();
  try {
    const app = await buildApp(system);
    try {
      await app.ready();
      return await formatted(JSON.stringify(openapiDocument(app)));
    } finally {
      await app.close();
    }
  } finally {
    await close();
  }
}

async function formatted(json: string): Promise<string> {
  const { code, errors } = await format(OPENAPI_FILE, json, { printWidth: 110 });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
  return code;
}
