import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { type Static, Type } from '../../kernel/schema.ts';
import { invalidInput, unsupportedMediaType } from '../../kernel/problem.ts';
import {
  countResults,
  IMPORTERS,
  type ImportCounts,
  type ImportKind,
  importRecords,
  type LineResult,
  mapRows,
  ndjsonBatches,
  openDryRun,
  openResults,
  readCsvMapping,
} from '../../modules/transfer/index.ts';
import { asProblem } from '../../platform/http/server/problem-answer.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import { sentencesOf } from '../../platform/http/route/sentences.ts';
import { type Access, access, type App } from '../../platform/http/route/app.ts';
import { hasScope, recheckVendor } from '../guards/caller.ts';
import { idempotencyKeyParameter } from '../guards/idempotency.ts';
import { problemBody, ProblemBody } from '../../platform/http/route/problem-body.ts';

/** The limit of request bodies of imports, in bytes (wire contract section 1). */
export const IMPORT_BODY_LIMIT = 1024 * 1024;

const NDJSON = 'application/x-ndjson';

const ImportResult = Type.Object(
  {
    line: Type.Integer({ description: 'Number of the line in the request, starting at 1.' }),
    status: Type.Enum(['created', 'updated', 'exists', 'invalid', 'failed']),
    id: Type.Optional(
      Type.String({
        description:
          'The record, new or existing; absent if it was not stored, and in a dry run unless it is `updated`.',
      }),
    ),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Every issue, by field.' }),
    ),
  },
  { title: 'ImportResult', additionalProperties: false },
);

const ImportSummary = Type.Object(
  {
    summary: Type.Object({
      kind: Type.String(),
      dryRun: Type.Boolean(),
      completed: Type.Boolean({ description: 'False: the import stopped; `problem` says why.' }),
      lines: Type.Integer(),
      created: Type.Integer(),
      updated: Type.Integer(),
      exists: Type.Integer(),
      invalid: Type.Integer(),
      failed: Type.Integer(),
      problem: Type.Optional(ProblemBody),
    }),
  },
  { title: 'ImportSummary', additionalProperties: false },
);

const ImportLine = Type.Union([ImportResult, ImportSummary]);

const ImportQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Check every line, also against earlier ones, and store nothing.' }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description:
        'The lines are rows of a list, objects with a text for each column, and this JSON names the column of each field, as ' +
        'the file of `latchkey import --map` does: `{"fields": {"email": "Mail"}}`.',
    }),
  ),
});

const DESCRIPTION = `The body has one JSON object per line (NDJSON), any number of lines of at most 1 MB each. Lines are stored while the body
arrives. The response comes when the body has ended: one line for each line of the body, in its order, and a summary.

A line that is not valid is refused alone. Lines that are stored together are stored as a whole, so an import that breaks
off can be sent again: lines that were stored are answered with \`exists\` if they have a key, as described below. Without
a summary, or with \`completed: false\`, an import has not reached its end.`;

const KEYS: Readonly<Record<ImportKind, string>> = {
  variations:
    'A variation exists when its product or bundle has one with its `id`; it stays as it is. Tiers, `releaseAccess` and ' +
    '`upgrade` are not among the fields: set them afterwards.',
  customers:
    'A customer exists when the account has one with the `externalId` or the address; one who has the address and no ' +
    '`externalId` yet gets that of the line (`updated`). Nobody gets a mail. Where somebody has signed up with the address ' +
    'and has not proven it, a line with `emailConfirmed: true` proves it (`updated`): their password and sessions end, and ' +
    'the password of the line counts. Without `emailConfirmed` such a line is refused if it has an `externalId`. A line with ' +
    '`emailConfirmed: true` and a password is refused unless the key has the scope `customers:email`.',
  licenses:
    'A license exists when the account has one with its `externalId`; a line without one is a new license each time. ' +
    'Ids of activations may be kept, so that tokens that applications already have stay valid.',
  trials: 'A trial exists when the device has had one of the product.',
  subscriptions:
    'A subscription exists when the account has one with its `externalId`. It is charged for the first time at the end of ' +
    '`paidThrough`, by the payment method that the payment provider has under the ids of the line, which is asked for it. ' +
    'Nobody gets a mail.',
  vouchers:
    'A voucher exists when the account has its code. The owner of a line is the customer who redeemed the voucher elsewhere: nothing ' +
    'is granted for it. Vouchers that differ only in their codes become one batch.',
};

const HEADERS = Type.Object({
  'idempotency-key': idempotencyKeyParameter(
    'ImportIdempotencyKey',
    'Makes the import safe to repeat by refusing lines that have no key of their own, such as a license without ' +
      '`externalId`. A repeated request is answered again, with `exists` for each line that is already stored.',
  ),
});

/** Imports of any length (core API, bulk data migration). */
export function registerBulkImport(app: App): void {
  // In a separate scope: here a request body is a stream that is read during the import.
  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    registerKind(scope, 'variations');
    registerKind(scope, 'customers');
    registerKind(scope, 'licenses');
    registerKind(scope, 'trials');
    registerKind(scope, 'subscriptions');
    registerKind(scope, 'vouchers');
  });
}

function registerKind(app: App, kind: ImportKind): void {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  app.route({
    method: 'POST',
    url: `/api/import/${kind}`,
    config: {
      access: accessTo(kind),
      isUpload: true,
      isStream: true,
      // Its lines charge saved payment methods.
      ...(kind === 'subscriptions' && { isSensitive: true }),
    },
    schema: {
      operationId: `bulkImport${name}`,
      summary: `Import any number of ${kind}`,
      description: `${DESCRIPTION}\n\n${KEYS[kind]}`,
      tags: [kind === 'variations' ? 'Products' : name],
      consumes: [NDJSON],
      headers: HEADERS,
      querystring: ImportQuery,
      body: Type.Unsafe<unknown>(IMPORTERS[kind].schema),
      response: {
        200: textAnswer('The result of each line, and a summary.', Type.Unsafe<Readable>(ImportLine), NDJSON),
        ...problems(unsupportedMediaType),
      },
    },
    handler: (request, reply) => {
      const chunks = chunksOf(request);
      const isDryRun = request.query.dryRun ?? false;
      const records = ndjsonBatches(chunks);
      const mapping = mappingOf(kind, request.query.mapping);
      const batches = mapping === undefined ? records : mapRows(records, kind, mapping);
      const answer = answerLines(request, { kind, batches, isDryRun });
      return reply.type(`${NDJSON}; charset=utf-8`).send(Readable.from(answer, { highWaterMark: 1 }));
    },
  });
}

function accessTo(kind: ImportKind): Access {
  if (kind === 'customers') return access.vendor('customers:write', 'customers:email');
  // Its lines name prices and saved payment methods that nobody has agreed to here: not every operator may.
  if (kind === 'subscriptions') return access.vendorOrRole('subscriptions:write', 'subscriptions:import');
  if (kind === 'variations') return access.vendor('products:write');
  return access.vendor(`${kind}:write`);
}

/** The bytes of the request body as they arrive; they may break off before anybody reads them. */
function chunksOf({ body, headers }: FastifyRequest): AsyncIterable<unknown> {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType !== NDJSON)
    throw unsupportedMediaType({ detail: `The body must be sent as ${NDJSON}: one JSON object per line.` });
  if (!(body instanceof Readable)) return Readable.from([]);
  body.on('error', () => undefined);
  return body.iterator({ destroyOnReturn: false });
}

/** The mapping of the query. Raises `InvalidInput` with everything that is wrong with it. */
function mappingOf(kind: ImportKind, text: string | undefined) {
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw invalidInput({ errors: { mapping: ['must be JSON'] } });
  }
  return readCsvMapping(kind, content);
}

interface Import {
  readonly kind: ImportKind;
  readonly batches: ReturnType<typeof ndjsonBatches>;
  readonly isDryRun: boolean;
}

/**
 * Imports the lines, and answers when the body has ended. Proxies that are written in Go (Caddy, Traefik) discard what
 * they have not forwarded of a body once its response begins, and end the body as if it were whole: behind them, an
 * earlier response would lose lines without a word.
 */
async function* answerLines(request: FastifyRequest, job: Import): AsyncGenerator<string> {
  const results = openResults();
  try {
    const summary = await importLines(request, job, results);
    // Nobody reads the response to a body that broke off.
    if (summary === undefined) return;
    yield* results.read();
    yield summary;
  } finally {
    results.close();
  }
}

/** Writes the results of the lines to `results`, and returns the summary; `undefined` if the body broke off. */
async function importLines(
  request: FastifyRequest,
  { kind, batches, isDryRun }: Import,
  results: ReturnType<typeof openResults>,
): Promise<string | undefined> {
  const { context, headers, raw } = request;
  const total = countResults();
  const dryRun = isDryRun ? openDryRun() : undefined;
  const summary = (problem?: Static<typeof ProblemBody>) =>
    summaryText({ kind, isDryRun, counts: total.counts(), problem });
  const options = {
    ledger: dryRun,
    isRepeatable: headers['idempotency-key'] !== undefined,
    lacksEmailScope: () => !hasScope(request.caller, 'customers:email'),
  };
  try {
    for await (const batch of importRecords(context, kind, admitted(request, batches), options)) {
      total.add(batch);
      results.add(batch.map(resultText).join(''));
    }
    return summary();
  } catch (error) {
    if (raw.destroyed && !raw.complete) return undefined;
    return summary(problemBody(asProblem(error, request), request.id));
  } finally {
    dryRun?.close();
  }
}

/** The same batches while the request's key is valid: an import may take hours. */
async function* admitted<Batch>(
  request: FastifyRequest,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    await recheckVendor(request);
    yield batch;
  }
}

function resultText({ line, status, id, errors }: LineResult): string {
  const result: Static<typeof ImportResult> = {
    line,
    status,
    ...(id !== undefined && { id }),
    ...(errors !== undefined && { errors: sentencesOf(errors) }),
  };
  return `${JSON.stringify(result)}\n`;
}

function summaryText({
  kind,
  isDryRun,
  counts,
  problem,
}: {
  readonly kind: ImportKind;
  readonly isDryRun: boolean;
  readonly counts: ImportCounts;
  readonly problem: Static<typeof ProblemBody> | undefined;
}): string {
  const completed = problem === undefined;
  const summary = { kind, dryRun: isDryRun, completed, ...counts, ...(problem && { problem }) };
  return `${JSON.stringify({ summary })}\n`;
}
