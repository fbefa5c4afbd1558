import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { makeDemo } from '../src/cli/demo/make-demo.ts';
import { buildApp } from '../src/app.ts';
import type { App } from '../src/platform/http/route/app.ts';
import { isRecord, type Json } from '../src/kernel/json.ts';
import { openapiDocument } from '../src/platform/http/openapi/document.ts';
import { API_REFERENCE } from '../src/api/reference.ts';
import { openTestSystem } from './harness.ts';
import { withoutReferences } from './whole-document.ts';

// The reference page shows a request for each operation, derived from the document: pasted requests must work on the
// demo.

let app: App;
let close: () => Promise<void>;
let operations: Map<string, { method: string; path: string; operation: Json }>;
/** By the name of a security scheme, its header and value. */
const credentials: Record<string, readonly [header: string, value: string]> = {};

before(async () => {
  const opened = await openTestSystem();
  close = opened.close;
  const { demo } = await makeDemo(opened.system);
  app = await buildApp(opened.system);
  await app.ready();
  const document = withoutReferences(openapiDocument(app, API_REFERENCE));
  operations = operationsOf(document);
  credentials['vendorKey'] = [headerOf(document, 'vendorKey'), demo.apiKey];
});
after(async () => {
  await app.close();
  await close();
});

function operationsOf(document: unknown): typeof operations {
  const matches: typeof operations = new Map();
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(isRecord(methods) ? methods : {}))
      if (isRecord(operation)) matches.set(String(operation['operationId']), { method, path, operation });
  }
  return matches;
}

function headerOf(document: unknown, scheme: string): string {
  const components = isRecord(document) ? document['components'] : undefined;
  const schemes = isRecord(components) ? components['securitySchemes'] : undefined;
  const definition = isRecord(schemes) ? schemes[scheme] : undefined;
  assert.ok(isRecord(definition) && definition['in'] === 'header');
  return String(definition['name']);
}

/** The request in the reference for an operation: its first example, with required parts only. */
function snippet(operationId: string): InjectOptions {
  const { method, path, operation } = operations.get(operationId) ?? assert.fail(operationId);
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isRecord) : [];
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place, example, required } of parameters) {
    if (place === 'path') url = url.replace(`{${String(name)}}`, encodeURIComponent(String(example)));
    if (place === 'query' && required === true) query.set(String(name), String(example));
  }
  const body = operation['requestBody'];
  const [content] = Object.entries(isRecord(body) && isRecord(body['content']) ? body['content'] : {});
  return {
    method: METHODS.find((each) => each.toLowerCase() === method) ?? assert.fail(method),
    url: query.size === 0 ? url : `${url}?${query.toString()}`,
    headers: {
      host: 'demo.latchkey.test',
      ...credentialOf(operation),
      ...(content && { 'content-type': content[0] }),
    },
    ...(content && { payload: payloadOf(content[1]) }),
  };
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

function credentialOf({ security }: Json): Record<string, string> {
  const [first] = Array.isArray(security) ? security : [];
  const [scheme = ''] = Object.keys(isRecord(first) ? first : {});
  const [header, value] = credentials[scheme] ?? [];
  return header === undefined || value === undefined ? {} : { [header]: value };
}

function payloadOf(content: unknown): string {
  const { example, examples } = isRecord(content) ? content : {};
  const [firstExample] = Object.values(isRecord(examples) ? examples : {});
  const value = isRecord(firstExample) ? firstExample['value'] : example;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// In this order: a customer who has signed up can sign in.
const EXPECTED: Readonly<Record<string, number>> = {
  getStorefront: 200,
  signUp: 200,
  signIn: 200,
  forgotPassword: 200,
  subscribe: 200,
  updateOrder: 200,
  getOrder: 200,
  updateBillingDetails: 200,
  requestTrialToken: 200,
  requestActivation: 200,
  getCurrentVendor: 200,
  getLicenseKeys: 200,
  getLicenseKeyPem: 200,
  getHealth: 200,
  listProducts: 200,
  getProduct: 200,
  createProduct: 201,
  updateProduct: 200,
  createProductVariation: 201,
  replaceProductProperties: 200,
  replaceLicensingSettings: 200,
  quoteProduct: 200,
  createBundle: 201,
  updateBundle: 200,
  createDiscount: 201,
  updateDiscount: 200,
  createOffer: 201,
  updateOffer: 200,
  getCustomer: 200,
  provisionLicenses: 200,
  importTrial: 200,
  createVoucherBatch: 201,
  createLicenseKey: 201,
  listLicenses: 200,
};

for (const [operationId, status] of Object.entries(EXPECTED)) {
  test(`the request that the reference shows for ${operationId} works on the demo shop`, async () => {
    const request = snippet(operationId);
    const answer = await app.inject(request);
    assert.equal(answer.statusCode, status, `${JSON.stringify(request)} ${answer.body}`);
  });
}
