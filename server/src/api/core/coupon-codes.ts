import { Readable } from 'node:stream';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  addCode,
  addCodes,
  type CouponBatch,
  codesNotReady,
  couponCodeExists,
  draftCodes,
  exportCodes,
  findCodeBatch,
  MAX_BATCH_CODES,
  MAX_TYPED_CODE_CHARACTERS,
  pageCodeBatches,
  pageCodes,
  revokeCode,
  type ShownCode,
} from '../../modules/coupons/index.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { csvLine } from '../../platform/http/content/csv.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { IdPath, strict } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';

const tags = ['Coupons'];
const read = { access: access.vendor('coupons:read') };
const write = { access: access.vendor('coupons:write') };

const nullableCount = Type.Union([Type.Integer(), Type.Null()]);

const CodeAnswer = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    batchId: Type.Optional(Type.String({ description: 'Of a generated code.' })),
    maxUses: Type.Union(nullableCount.anyOf, {
      description: 'Maximum number of orders that use the code. Null: any, up to the maximum of the coupon.',
    }),
    uses: Type.Integer({ description: 'Number of orders that use it, including those being paid.' }),
    createdAt: Moment,
    revokedAt: Type.Optional(Moment),
  },
  { title: 'CouponCode' },
);

const BatchAnswer = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['Generating', 'Ready']),
    quantity: Type.Integer({ description: 'Number of codes in the batch.' }),
    generated: Type.Integer({ description: 'Number of codes created so far.' }),
    maxUsesPerCode: nullableCount,
    createdAt: Moment,
  },
  { title: 'CouponBatch' },
);

const BatchFilter = Type.Optional(Type.String({ description: 'Only the codes of this batch.' }));

/** The codes of a coupon: those that the merchant chose, and generated ones. */
export function registerCouponCodes(app: App, system: System): void {
  registerAdd(app);
  registerList(app, system);
  registerExport(app);
  registerRevoke(app);
  registerGenerate(app);
  registerBatches(app, system);
}

function registerAdd(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/coupons/:id/codes',
    config: write,
    schema: {
      operationId: 'addCouponCode',
      summary: 'Add a code of your choice to a coupon',
      tags,
      params: IdPath,
      body: Type.Object(
        {
          code: Type.String({
            maxLength: MAX_TYPED_CODE_CHARACTERS,
            description: '3 to 64 letters and digits. Case, spaces and dashes do not count.',
          }),
          maxUses: Type.Optional(nullableCount),
        },
        { ...strict, title: 'NewCouponCode' },
      ),
      response: { 201: CodeAnswer, ...problems(couponCodeExists) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const input = { couponId: params.id, code: body.code, maxUses: body.maxUses ?? undefined };
      const answer = await command(request, (tx) => addCode(tx, input), codeAnswer, { status: 201 });
      return reply.code(201).send(answer);
    },
  });
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/coupons/:id/codes',
    config: read,
    schema: {
      operationId: 'listCouponCodes',
      summary: 'The codes of a coupon, newest first',
      tags,
      params: IdPath,
      querystring: Type.Object({ ...pageQuery, batchId: BatchFilter }),
      response: { 200: pageOf(CodeAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const rows = await pageCodes(context, filterOf(params.id, query.batchId), page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: codeAnswer,
      });
    },
  });
}

function registerExport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/coupons/:id/codes.csv',
    config: read,
    schema: {
      operationId: 'exportCouponCodes',
      summary: 'All codes of a coupon as CSV',
      tags,
      params: IdPath,
      querystring: Type.Object({ batchId: BatchFilter }),
      response: {
        200: textAnswer(
          'Columns code, uses, maxUses, createdAt, revokedAt, batchId.',
          Type.Unsafe<Readable>({ type: 'string' }),
          'text/csv',
        ),
        ...problems(codesNotReady),
      },
    },
    handler: async ({ context, params, query }, reply) => {
      const groups = await exportCodes(context, filterOf(params.id, query.batchId));
      return reply
        .header('content-disposition', attachment(`coupon-codes-${params.id}.csv`))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(csvPieces(groups)));
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/coupons/:id/codes/:codeId/revoke',
    config: write,
    schema: {
      operationId: 'revokeCouponCode',
      summary: 'Revoke a code; orders that are paid, or being paid, keep it',
      tags,
      params: Type.Object({ id: Type.String(), codeId: Type.String() }),
      response: { 200: CodeAnswer, ...problems() },
    },
    handler: (request) => {
      const { id, codeId } = request.params;
      return command(request, (tx) => revokeCode(tx, id, guidOf(codeId)), codeAnswer);
    },
  });
}

function registerGenerate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/coupons/:id/batches',
    config: write,
    schema: {
      operationId: 'generateCouponCodes',
      summary: 'Generate codes for a coupon',
      description:
        'More than 1,000 codes are created in the background: poll `generated` until the batch is Ready.',
      tags,
      params: IdPath,
      body: Type.Object(
        {
          quantity: Type.Integer({ minimum: 1, maximum: MAX_BATCH_CODES }),
          maxUsesPerCode: Type.Optional(
            Type.Union(nullableCount.anyOf, { description: 'Null: any number of orders. Default 1.' }),
          ),
        },
        { ...strict, title: 'NewCouponBatch' },
      ),
      response: { 201: BatchAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const { quantity, maxUsesPerCode = 1 } = body;
      const draft = draftCodes(context, { couponId: params.id, quantity, maxUsesPerCode });
      const answer = await command(request, (tx) => addCodes(tx, draft), batchAnswer, { status: 201 });
      return reply.code(201).send(answer);
    },
  });
}

function registerBatches(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/coupons/:id/batches',
    config: read,
    schema: {
      operationId: 'listCouponBatches',
      summary: 'The batches of generated codes of a coupon, newest first',
      tags,
      params: IdPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(BatchAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const rows = await pageCodeBatches(context, params.id, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: batchAnswer,
      });
    },
  });
  app.route({
    method: 'GET',
    url: '/api/coupons/:id/batches/:batchId',
    config: read,
    schema: {
      operationId: 'getCouponBatch',
      summary: 'One batch of generated codes',
      tags,
      params: Type.Object({ id: Type.String(), batchId: Type.String() }),
      response: { 200: BatchAnswer, ...problems() },
    },
    handler: async ({ context, params }) =>
      batchAnswer(await findCodeBatch(context, params.id, guidOf(params.batchId))),
  });
}

function filterOf(couponId: string, batchId: string | undefined) {
  return { couponId, batchId: batchId === undefined ? undefined : guidOf(batchId) };
}

async function* csvPieces(groups: AsyncIterable<readonly ShownCode[]>): AsyncGenerator<string> {
  yield csvLine(['code', 'uses', 'maxUses', 'createdAt', 'revokedAt', 'batchId']);
  for await (const group of groups) {
    const lines = group.map(({ code, uses, maxUses, createdAt, revokedAt, batchId }) =>
      csvLine([code, uses, maxUses, createdAt.toISOString(), revokedAt?.toISOString(), batchId]),
    );
    yield lines.join('');
  }
}

function codeAnswer({
  id,
  code,
  batchId,
  maxUses,
  uses,
  createdAt,
  revokedAt,
}: ShownCode): Static<typeof CodeAnswer> {
  return {
    id,
    code,
    ...(batchId !== null && { batchId }),
    maxUses,
    uses,
    createdAt: createdAt.toISOString(),
    ...(revokedAt !== null && { revokedAt: revokedAt.toISOString() }),
  };
}

function batchAnswer({
  id,
  quantity,
  generated,
  maxUsesPerCode,
  createdAt,
}: CouponBatch): Static<typeof BatchAnswer> {
  const status = generated < quantity ? 'Generating' : 'Ready';
  return { id, status, quantity, generated, maxUsesPerCode, createdAt: createdAt.toISOString() };
}
