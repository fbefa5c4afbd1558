import { Readable } from 'node:stream';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import type { ApiScope } from '../../modules/accounts/index.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { csvLine } from '../../platform/http/content/csv.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import { isRecord, type Json } from '../../kernel/json.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The list of this route can be downloaded as a whole from `/api/export/{this}`: a kind, such as `orders`, and the
     * parameters of the route after it, if it has some, as in `releases/:productId`.
     */
    exportedAs?: string;
    /** Operators need this scope, too, and confirm that it is them, before they download the whole list: it is about people. */
    exportScope?: ApiScope;
  }
}

const ROWS_AT_ONCE = 500;
const PAGING = new Set(['pageSize', 'paginationToken']);
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

const DESCRIPTION = [
  'Everything that the list shows, with its filters and in its order, as a file: with `format=ndjson` each line is an item ' +
    'of the list; with `format=csv` (RFC 4180) each field is a column, fields of objects have names such as ' +
    '`address.countryCode`, and arrays and custom properties are JSON. In CSV every text is quoted, and so that no ' +
    'spreadsheet runs it as a formula, an apostrophe is inserted at the start of a text before `=`, `+`, `-`, `@`, a ' +
    'full-width form of these, a tab or a line break, and after each semicolon, tab or line break in it before `=`, `+`, ' +
    '`-`, `@` or a full-width form, even with apostrophes and quotation marks in between. To read the value, remove one ' +
    'apostrophe at each such place.',
  'The file is read page by page while it is sent. Rows that exist during the whole download are in it exactly once, each ' +
    'as it was when its page was read; rows that are added meanwhile may be missing.',
  'The audit log says who downloaded which list.',
  'A download breaks off when the API key is revoked or expires. One that breaks off ends without the last chunk of the transfer encoding, which HTTP clients report as an error ' +
    '(curl: exit code 18). There is no `Content-Length`.',
].join('\n\n');

const FormatQuery = Type.Optional(
  Type.Enum(['ndjson', 'csv'], { default: 'ndjson', description: 'The format of the file.' }),
);

/** What a download does besides reading the list. */
interface ExportSteps {
  /** Raises a problem when the caller may no longer read the list, which ends the download. */
  readonly recheck: (request: FastifyRequest) => Promise<void>;
  /** Writes down who took which list before the first byte leaves. */
  readonly record: (request: FastifyRequest, list: ExportedList) => Promise<void>;
}

/** A list that somebody downloads: its kind, the format, and the names of its filters; their values may name a person. */
interface ExportedList {
  readonly list: string;
  readonly format: string;
  readonly filters: readonly string[];
}

/**
 * Creates a download for every list whose route sets `exportedAs`. It requests the route of the list page by page, so
 * filters, scope and fields are automatically those of the list; `recheck` runs before each page but the first. Call it
 * before the lists are registered.
 */
export function registerExports(
  app: App,
  { clock }: Pick<System, 'clock'>,
  { recheck, record }: ExportSteps,
): void {
  app.addHook('onRoute', (list) => {
    const path = list.config?.exportedAs;
    if (path === undefined || list.method !== 'GET') return;
    const [kind = path] = path.split('/');
    const config = exportConfig(list.config);
    const item = itemOf(list);
    app.route({
      method: 'GET',
      url: `/api/export/${path}`,
      // It would read all rows and send none of them.
      exposeHeadRoute: false,
      config,
      schema: exportSchema(kind, list.schema),
      handler: async (request, reply) => {
        const { format, ...filters } = request.query;
        const isCsv = format === 'csv';
        const read = (token?: string) => readPage(list, request, reply, filters, token);
        const readNext = async (token: string) => {
          await recheck(request);
          return read(token);
        };
        // Everything that can be refused is refused before the first byte.
        const first = await read();
        await record(request, {
          list: kind,
          format: isCsv ? 'csv' : 'ndjson',
          filters: filterNames(request),
        });
        const serialize = reply.compileSerializationSchema(item);
        const write = isCsv ? csvOf(item, serialize) : ndjsonOf(serialize);
        const name = `${kind}-${clock.now().toISOString().slice(0, 10)}.${isCsv ? 'csv' : 'ndjson'}`;
        return reply
          .header('content-disposition', attachment(name))
          .type(isCsv ? `${MEDIA_TYPES.csv}; charset=utf-8` : MEDIA_TYPES.ndjson)
          .send(Readable.from(piecesOf(first, readNext, write), { objectMode: false }));
      },
    });
  });
}

function exportSchema(kind: string, list: RouteOptions['schema']) {
  return {
    operationId: `export${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary: `${list?.summary}: the whole list as a file`,
    description: DESCRIPTION,
    tags: [...(list?.tags ?? [])],
    ...(list?.params !== undefined && { params: list.params }),
    querystring: Type.Unsafe<Json>(querySchema(list?.querystring)),
    response: {
      200: textAnswer(
        'The file, as an attachment.',
        Type.Unsafe<Readable>({ type: 'string' }),
        ...Object.values(MEDIA_TYPES),
      ),
      ...problems(),
    },
  };
}

/** Who may download a whole list: those who may read it, and people only with the `exportScope`, if it has one. */
function exportConfig(list: FastifyContextConfig = {}): FastifyContextConfig {
  const { exportedAs: _, exportScope, ...config } = list;
  if (exportScope === undefined || config.access?.kind !== 'Vendor') return config;
  return { ...config, access: { ...config.access, operatorScope: exportScope }, isSensitive: true };
}

/** The filters of the request by name, without those that have their default. */
function filterNames({ url }: FastifyRequest): string[] {
  const names = new URLSearchParams(url.split('?')[1]).keys();
  return [...new Set(names)].filter((name) => name !== 'format');
}

interface ListPage {
  readonly items: readonly Json[];
  readonly token: string | undefined;
}

/** Requests the next page from the route of a list. */
async function readPage(
  list: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  filters: object,
  token: string | undefined,
): Promise<ListPage> {
  request.query = {
    ...filters,
    pageSize: ROWS_AT_ONCE,
    ...(token !== undefined && { paginationToken: token }),
  };
  const page: unknown = await list.handler.call(request.server, request, reply);
  if (!isRecord(page) || !Array.isArray(page['items'])) throw new TypeError(`${list.url} is not a list`);
  const next = page['next'];
  const query = typeof next === 'string' ? next.slice(next.indexOf('?') + 1) : '';
  return {
    items: page['items'].filter(isRecord),
    token: new URLSearchParams(query).get('paginationToken') ?? undefined,
  };
}

/** The format of a file: the header before its rows, and a row. */
interface Writing {
  readonly header: string;
  readonly row: (item: Json) => string;
}

/** The file in pieces of one page each; the next page is read when the reader has consumed the previous one. */
async function* piecesOf(
  first: ListPage,
  read: (token: string) => Promise<ListPage>,
  { header, row }: Writing,
): AsyncGenerator<string> {
  yield header + first.items.map(row).join('');
  let { token } = first;
  while (token !== undefined) {
    const page = await read(token);
    yield page.items.map(row).join('');
    token = page.token;
  }
}

type Serialize = (item: Record<string, unknown>) => string;

/** Items are serialized with the schema of the list, so that no other fields of an item are exposed. */
function ndjsonOf(serialize: Serialize): Writing {
  return { header: '', row: (item) => `${serialize(item)}\n` };
}

function csvOf(schema: Json, serialize: Serialize): Writing {
  const columns = columnsOf(schema);
  return {
    header: csvLine(columns.map((path) => path.join('.'))),
    row: (item) => {
      const plain: unknown = JSON.parse(serialize(item));
      return csvLine(columns.map((path) => path.reduce(memberOf, plain)));
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** The fields of an object, and those of the objects in it, each as a path. */
function columnsOf(schema: unknown, path: readonly string[] = []): string[][] {
  return Object.entries(fieldsOf(schema)).flatMap(([name, field]) => {
    const columns = columnsOf(field, [...path, name]);
    return columns.length > 0 ? columns : [[...path, name]];
  });
}

/** The fields that a schema names, for an object or a nullable one; otherwise none. */
function fieldsOf(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  if (isRecord(schema['properties'])) return schema['properties'];
  const options = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  const objects = options.filter((option) => isRecord(option) && option['type'] !== 'null');
  return objects.length === 1 && options.length === 2 ? fieldsOf(objects[0]) : {};
}

/** The query of a list without its pages, with the format. */
function querySchema(query: unknown): Json {
  const fields = Object.entries(fieldsOf(query)).filter(([name]) => !PAGING.has(name));
  return { type: 'object', properties: { ...Object.fromEntries(fields), format: FormatQuery } };
}

/** The schema of an item of a list. */
function itemOf({ url, schema }: RouteOptions): Json {
  const page = memberOf(schema?.response, '200');
  const item = memberOf(fieldsOf(page)['items'], 'items');
  if (!isRecord(item)) throw new TypeError(`${url} is not a list`);
  return item;
}
