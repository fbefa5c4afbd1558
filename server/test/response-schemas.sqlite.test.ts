import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openapiText } from '../src/openapi.ts';
import { withoutReferences } from './whole-document.ts';

interface Content {
  readonly schema?: object;
}
interface Operation {
  readonly responses?: Record<string, { readonly content?: Record<string, Content> }>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

// The server compiles the serializer of a response when it first sends one: this finds schemas that cannot be compiled.
test('every answer of every operation has a valid schema that can be written', async () => {
  const document: Document = Object(withoutReferences(JSON.parse(await openapiText())));
  const ajv = formats.default(new Ajv2020({ strict: false }));
  const compile = SerializerSelector()({}, {});
  const answers = answersOf(document);
  assert.ok(answers.size > 20, 'the document has hardly any answer');
  for (const [text, name] of answers) {
    const schema: object = JSON.parse(text);
    assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
    const route = { method: 'GET', url: name, httpStatus: '200', schema };
    assert.doesNotThrow(() => compile(route), name);
  }
});

/** The schemas of all responses, each with the name of the first operation that has it. */
function answersOf({ paths }: Document): Map<string, string> {
  const answers = new Map<string, string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses = {} }] of Object.entries(operations)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema } of Object.values(content)) {
          const text = JSON.stringify(schema ?? {});
          if (!answers.has(text)) answers.set(text, `${method.toUpperCase()} ${path} ${status}`);
        }
      }
    }
  }
  return answers;
}
