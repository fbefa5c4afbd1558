import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isRecord } from '../src/kernel/json.ts';
import { openapiText } from '../src/openapi.ts';
import { withoutReferences } from './whole-document.ts';

interface Example {
  readonly place: string;
  readonly schema: object;
  readonly examples: readonly unknown[];
}

const BINARY = /^(image\/|application\/octet-stream$)/;

/** Every body and every required parameter of a request, with its examples. */
function examplesIn(part: unknown, place: string): Example[] {
  if (Array.isArray(part)) return part.flatMap((each, index) => examplesIn(each, `${place}/${index}`));
  if (!isRecord(part)) return [];
  const { schema, example, examples } = part;
  const isNeeded = !('in' in part) || part['required'] === true;
  if (isRecord(schema) && isNeeded && !BINARY.test(place.split(' ').at(-1) ?? '')) {
    const several = Object.values(isRecord(examples) ? examples : {});
    const values = several.map((each) => (isRecord(each) ? each['value'] : undefined));
    return [{ place, schema, examples: 'example' in part ? [example] : values }];
  }
  return Object.entries(part).flatMap(([key, each]) => examplesIn(each, `${place} ${key}`));
}

test('every body and every parameter that is needed has an example, and each is valid', async () => {
  const document = withoutReferences(JSON.parse(await openapiText()));
  const allExamples = isRecord(document) ? examplesIn(document['paths'], '') : [];
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  const faults: string[] = [];
  for (const { place, schema, examples } of allExamples) {
    if (/ headers /.test(place)) continue;
    if (examples.length === 0) faults.push(`${place}: no example`);
    for (const example of examples)
      if (!ajv.validate(schema, example)) faults.push(`${place}: ${ajv.errorsText()}`);
  }
  assert.ok(allExamples.length > 500, 'hardly any body was found');
  assert.deepEqual(faults, []);
});
