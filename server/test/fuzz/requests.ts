import type { InjectOptions } from 'fastify';
import { hostileEncoding, hostileJson, hostileName, hostileValue } from './hostile-values.ts';
import { type Operation, type Parameter, record } from './operations.ts';
import { type Maker, validValue } from './valid-values.ts';

/** A request in parts that can be corrupted one by one. */
export interface Draft {
  readonly method: Operation['method'];
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: unknown;
  /** The body to send instead of the JSON. */
  rawBody?: string | Buffer;
}

/** Credentials for requests, by their kind. */
export interface Credentials {
  customer: readonly Record<string, string>[];
  apiKey: readonly Record<string, string>[];
  operator: readonly Record<string, string>[];
  readonly foreign: readonly Record<string, string>[];
}

/** A request that follows the document, with a credential that its route requires. */
export function validRequest(maker: Maker, operation: Operation, credentials: Credentials): Draft {
  const { chance } = maker;
  const path = operation.path.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(textOf(maker, parameter))),
    operation.template,
  );
  const query = operation.query
    .filter(({ isRequired }) => isRequired || chance.oneIn(3))
    .map((parameter): [string, string] => [parameter.name, textOf(maker, parameter)]);
  const checkoutPath = operation.template.startsWith('/api/checkout/')
    ? maker.pool.find(chance, 'checkoutPath')
    : undefined;
  const body = operation.body && validValue(maker, operation.body.schema, bodyName(operation));
  return {
    method: operation.method,
    ...(checkoutPath === undefined ? { path, query } : checkoutOf(operation, checkoutPath)),
    headers: {
      ...(operation.body && { 'content-type': operation.body.mediaType }),
      ...credentialOf(maker, operation, credentials),
    },
    body,
  };
}

/** An order and the token that opens its checkout belong together. */
function checkoutOf({ template }: Operation, checkoutPath: string): Pick<Draft, 'path' | 'query'> {
  const [orderId = '', token = ''] = checkoutPath.split('/');
  return { path: template.replace('{orderId}', orderId).replace('{token}', token), query: [] };
}

/** The meaning of a text body, by its route. */
function bodyName({ template }: Operation): string {
  if (template.endsWith('/refresh')) return 'accessToken';
  if (template.includes('/client/')) return 'licenseToken';
  return 'password';
}

function textOf(maker: Maker, { name, schema }: Parameter): string {
  const value = validValue(maker, schema, name);
  return asText(value);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

function credentialOf({ chance }: Maker, { security }: Operation, credentials: Credentials) {
  if (security.includes('vendorKey')) return chance.pickAny(credentials.apiKey);
  if (security.includes('operatorCookie')) return chance.pickAny(credentials.operator);
  return security.includes('customerToken') ? chance.pickAny(credentials.customer) : undefined;
}

type Spoil = (maker: Maker, draft: Draft, credentials: Credentials) => void;

/** Ways to make a request invalid, each in one respect. */
const SPOILS: readonly [Spoil, ...Spoil[]] = [
  ({ chance }, draft) => (draft.body = spoilt(draft.body, chance, () => hostileValue(chance))),
  ({ chance }, draft) => (draft.body = spoilt(draft.body, chance, () => hostileValue(chance))),
  ({ chance }, draft) => (draft.body = spoilt(draft.body, chance, () => undefined)),
  ({ chance }, draft) => (draft.body = withMember(draft.body, hostileName(chance), hostileValue(chance))),
  ({ chance }, draft) => (draft.body = hostileValue(chance)),
  ({ chance }, draft) => (draft.rawBody = hostileJson(chance, JSON.stringify(draft.body) ?? '{}')),
  ({ chance }, draft) => (draft.headers['content-type'] = chance.pick(MEDIA_TYPES)),
  (_, draft) => delete draft.headers['content-type'],
  ({ chance }, draft) => (draft.path = spoiltPath(draft.path, hostileEncoding(chance))),
  ({ chance }, draft) => draft.query.push([hostileEncoding(chance), hostileEncoding(chance)]),
  ({ chance }, draft) => spoilQuery(draft, asText(hostileValue(chance))),
  ({ chance }, draft) => spoilQuery(draft, hostileEncoding(chance)),
  (_, draft) => draft.query.push(...draft.query, ['meta[a]', '1'], ['meta[a]', '2'], ['meta', 'x']),
  ({ chance }, draft) => draft.query.push(['paginationToken', hostileEncoding(chance)], ['pageSize', '0']),
  ({ chance }, draft) => (draft.query = draft.query.filter(() => chance.oneIn(2))),
  ({ chance }, draft, { foreign }) => Object.assign(draft.headers, chance.pickAny(foreign)),
  (_, draft) => {
    delete draft.headers['authorization'];
    delete draft.headers['api-key'];
  },
  ({ chance }, draft) => (draft.headers['authorization'] = chance.pick(BAD_BEARERS)),
  ({ chance }, draft) => (draft.headers['api-key'] = chance.pick(['', 'lk_', 'lk_é', 'x'.repeat(5_000)])),
  ({ chance }, draft) => (draft.headers['idempotency-key'] = chance.pick(['', 'k', 'é', 'k'.repeat(256)])),
  ({ chance }, draft) => (draft.headers['host'] = chance.pick(HOSTS)),
  ({ chance }, draft) =>
    (draft.headers['accept'] = chance.pick(['application/jwt', 'text/html', ';;,,', ''])),
  ({ chance }, draft) => Object.assign(draft.headers, chance.pick(ODD_HEADERS)),
];

const MEDIA_TYPES: readonly [string, ...string[]] = [
  'text/plain',
  'application/json',
  'application/JSON; charset=utf-16',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/jwt',
  'json',
  ';',
  'application/json,text/plain',
];

const BAD_BEARERS: readonly [string, ...string[]] = [
  'Bearer',
  'Bearer ',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Basic YTpi',
  `Bearer ${'x'.repeat(8_000)}`,
  'LicenseToken a.b.c',
  'Bearer é',
];

const HOSTS: readonly [string, ...string[]] = [
  'other.latchkey.test',
  'nobody.latchkey.test',
  '.latchkey.test',
  'demo.latchkey.test.',
  'DEMO.latchkey.test:1',
  '[::1]:80',
  '%00.latchkey.test',
];

const ODD_HEADERS: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { origin: 'null' },
  { origin: 'https://evil.test' },
  { 'x-forwarded-host': 'other.latchkey.test', 'x-forwarded-for': '1.2.3.4' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*' },
  { 'if-match': '"0"' },
  { range: 'bytes=0-' },
  { 'user-agent': 'x'.repeat(4_000) },
  { 'user-agent': 'é' },
  { 'accept-language': 'xx,,;q=9' },
  { 'cf-ipcountry': '??' },
];

/** Makes a valid request invalid in one to three ways. */
export function spoiltRequest(maker: Maker, draft: Draft, credentials: Credentials): Draft {
  const count = 1 + maker.chance.below(3);
  for (let index = 0; index < count; index += 1) maker.chance.pick(SPOILS)(maker, draft, credentials);
  return draft;
}

/** Replaces one value somewhere in a body, at any depth. */
function spoilt(value: unknown, chance: Maker['chance'], make: () => unknown): unknown {
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isLeaf || chance.oneIn(6)) return make();
  if (Array.isArray(value)) {
    const position = chance.below(value.length);
    return value.map((item, index) => (index === position ? spoilt(item, chance, make) : item));
  }
  const key = chance.pickAny(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === key ? spoilt(member, chance, make) : member,
    ]),
  );
}

function withMember(body: unknown, name: string, value: unknown): unknown {
  return Object.fromEntries([...Object.entries(record(body)), [name, value]]);
}

function spoiltPath(path: string, text: string): string {
  const parts = path.split('/');
  return [...parts.slice(0, -1), text].join('/');
}

function spoilQuery(draft: Draft, value: string): void {
  const [first] = draft.query;
  if (first === undefined) draft.query.push(['checkout', value]);
  else first[1] = value;
}

/** The request in the form to be sent. Encoded names and values of the query stay unchanged. */
export function toInject(draft: Draft): InjectOptions {
  const query = draft.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const payload = draft.rawBody ?? (typeof draft.body === 'string' ? draft.body : JSON.stringify(draft.body));
  return {
    method: draft.method,
    url: query === '' ? draft.path : `${draft.path}?${query}`,
    headers: draft.headers,
    ...(payload !== undefined && { payload }),
  };
}

function encoded(text: string): string {
  return /%|^[~!$&()*,;=:@+x[\]]+$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}
