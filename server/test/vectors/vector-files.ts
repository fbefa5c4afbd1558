import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerVectors } from './answer-vectors.ts';
import { deviceVectors } from './device-vectors.ts';
import { stateVectors } from './state-vectors.ts';
import { tokenVectors } from './token-vectors.ts';

/** The folder of the vectors that applications in any language check themselves with. */
export const VECTORS = path.join(import.meta.dirname, '../../../docs/vectors');

const ES256_TOKEN = /(eyJ[\w-]+)\.([\w-]+)\.([\w-]{86})(?=")/g;

/**
 * The text of each file of vectors, made by the code of the server. An ES256 signature is another one each time, so a
 * token that is in the file of the repository stays.
 */
export async function vectorFiles(): Promise<Map<string, string>> {
  const contents = {
    'tokens.json': await tokenVectors(),
    'devices.json': deviceVectors(),
    'states.json': stateVectors(),
    'answers.json': answerVectors(),
  };
  const files = new Map<string, string>();
  for (const [name, content] of Object.entries(contents)) {
    const before = await readFile(path.join(VECTORS, name), 'utf8').catch(() => '');
    files.set(name, withSignaturesOf(before, `${JSON.stringify(content, undefined, 2)}\n`));
  }
  return files;
}

function withSignaturesOf(before: string, text: string): string {
  const signatures = new Map(
    Array.from(before.matchAll(ES256_TOKEN), ([, header, payload, signature]) => [
      `${header}.${payload}`,
      signature,
    ]),
  );
  return text.replaceAll(ES256_TOKEN, (token, header: string, payload: string) => {
    const signature = isEs256(header) ? signatures.get(`${header}.${payload}`) : undefined;
    return signature === undefined ? token : `${header}.${payload}.${signature}`;
  });
}

function isEs256(header: string): boolean {
  return Buffer.from(header, 'base64url').toString().includes('"ES256"');
}
