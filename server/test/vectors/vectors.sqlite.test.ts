import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readDeviceToken } from '../../src/modules/licensing/domain/device-token.ts';
import { verifyJws } from '../../src/platform/crypto/jws.ts';
import { answerVectors } from './answer-vectors.ts';
import { deviceVectors } from './device-vectors.ts';
import { tokenVectors } from './token-vectors.ts';
import { vectorFiles, VECTORS } from './vector-files.ts';
import { vectorKeys } from './vector-keys.ts';

test('the vectors are what the code of the server makes (npm run vectors)', async () => {
  for (const [name, text] of await vectorFiles())
    assert.equal(await readFile(path.join(VECTORS, name), 'utf8'), text, name);
});

test('the server accepts the signatures that the vectors call genuine, and no other', async () => {
  const pairs = Object.entries(vectorKeys());
  const { cases } = await tokenVectors();
  for (const { name, keys, text, claims, fault } of cases) {
    const token = text.replaceAll(/[\s"\uFEFF]/g, '');
    const own = pairs.filter(([label]) => keys.includes(label)).map(([, pair]) => pair);
    const payloads = own.map(({ publicKeyPem, algorithm }) => {
      const key = { key: createPublicKey(publicKeyPem), algorithm };
      return verifyJws(token, () => key)?.payload;
    });
    const payload = payloads.find((each) => each !== undefined);
    if (claims !== undefined) assert.deepEqual(payload, claims, name);
    else if (fault === 'UnknownKey' || fault === 'BadSignature') assert.equal(payload, undefined, name);
  }
});

test('the server reads the device files of the vectors', () => {
  for (const { device, productId, text } of deviceVectors().files) {
    assert.deepEqual(readDeviceToken(text), {
      token: { id: device.signature, name: device.name, productId },
    });
  }
});

test('the vectors of answers have every refusal that the routes of applications declare', async () => {
  const document = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  const answers = answerVectors();
  for (const operation of ['validateLicenseToken', 'revokeLicenseToken', 'pollActivation']) {
    const own = answers.filter((answer) => answer.operation === operation);
    const declared = declaredCodes(document, operation);
    assert(declared.includes('LicenseOwnerChanged'), operation);
    for (const code of declared)
      assert(
        own.some(({ body }) => body.includes(`"errorType":"${code}"`)),
        `${operation} ${code}`,
      );
  }
});

/** The codes that the document names for the refusals (400, 403, 404, 409) of an operation. */
function declaredCodes(text: string, operationId: string): string[] {
  const { paths, components }: Document = JSON.parse(text);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const { responses = {} } = operations.find((each) => each.operationId === operationId) ?? {};
  return ['400', '403', '404', '409'].flatMap((status) => {
    const name = responses[status]?.$ref?.split('/').at(-1) ?? '';
    const { description = '' } = components.responses[name] ?? responses[status] ?? {};
    return Array.from(description.matchAll(/- `([A-Za-z]+)`/g), ([, code = '']) => code);
  });
}

interface DeclaredResponse {
  readonly $ref?: string;
  readonly description?: string;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, { operationId?: string; responses?: Readonly<Record<string, DeclaredResponse>> }>
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, DeclaredResponse>> };
}
