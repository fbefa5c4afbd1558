import { Readable } from 'node:stream';
import { type Static, Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import {
  batchNotReady,
  countRedeemed,
  addVoucherBatch,
  draftVoucherBatch,
  exportBatch,
  findBatch,
  listBatchCodes,
  listBatches,
  MAX_BATCH_CODES,
  MAX_CONTENTS,
  restoreVoucherBatch,
  revokeVoucherBatch,
  VoucherContentInput,
  type VoucherBatch,
} from '../../modules/vouchers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment, momentOf } from '../wire/moment.ts';

const TAGS = ['Vouchers'];
const IdPath = Type.Object({ id: Type.String({ description: 'The batch.' }) });

const BatchInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    quantity: Type.Integer({
      minimum: 1,
      maximum: MAX_BATCH_CODES,
      description: 'Number of codes to create.',
    }),
    expiresAt: Type.Optional(Moment),
    contents: Type.Array(VoucherContentInput, { minItems: 1, maxItems: MAX_CONTENTS }),
    isFree: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'You give the codes away: their licenses lower no price of a bundle, discount or upgrade. Default: somebody pays for them, such as a reseller.',
      }),
    ),
  },
  { title: 'NewVoucherBatch', additionalProperties: false },
);

const BatchAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    status: Type.Enum(['Generating', 'Ready', 'Revoked']),
    revokesLicenses: Type.Boolean({
      description: 'Whether the licenses of its redeemed codes are revoked with it: in the background.',
    }),
    quantity: Type.Integer({ description: 'Number of codes in the batch.' }),
    generated: Type.Integer({ description: 'Number of codes created so far.' }),
    redeemed: Type.Optional(Type.Integer({ description: 'Number of redeemed codes; not in lists.' })),
    contents: Type.Array(
      Type.Object({
        type: Type.Enum(['Product', 'Bundle']),
        id: Type.String(),
        quantity: Type.Integer(),
        variationId: Type.Optional(Type.String()),
      }),
    ),
    isFree: Type.Optional(Type.Literal(true, { description: 'The codes are given away.' })),
    createdAt: Moment,
    expiresAt: Type.Optional(Moment),
  },
  { title: 'VoucherBatch' },
);

const CodeAnswer = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    redeemed: Type.Boolean(),
    redeemedBy: Type.Optional(Type.String({ description: 'The customer.' })),
    redeemedAt: Type.Optional(Moment),
  },
  { title: 'VoucherCode' },
);

/** Batches of voucher codes (extended API, section B). */
export function registerCoreVouchers(app: App, system: System): void {
  registerCreate(app);
  registerList(app, system);
  registerGet(app);
  registerRevoke(app);
  registerRestore(app);
  registerCodes(app, system);
  registerExport(app);
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/vouchers/batches',
    config: { access: access.vendor('vouchers:write') },
    schema: {
      operationId: 'createVoucherBatch',
      summary: 'Create voucher codes',
      description:
        'More than 1,000 codes are created in the background: poll `generated` until the batch is Ready.',
      tags: TAGS,
      body: BatchInput,
      response: { 201: BatchAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const { context, body } = request;
      const draft = await draftVoucherBatch(context, { ...body, expiresAt: momentOf(body.expiresAt) });
      const answer = await command(
        request,
        (tx) => addVoucherBatch(tx, draft),
        (batch) => ({ ...batchAnswer(batch), redeemed: 0 }),
        { status: 201 },
      );
      return reply.code(201).send(answer);
    },
  });
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/vouchers/batches',
    config: { access: access.vendor('vouchers:read'), exportedAs: 'vouchers' },
    schema: {
      operationId: 'listVoucherBatches',
      summary: 'Voucher batches, newest first',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(BatchAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const rows = await listBatches(context, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: batchAnswer,
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/vouchers/batches/:id',
    config: { access: access.vendor('vouchers:read') },
    schema: {
      operationId: 'getVoucherBatch',
      summary: 'One voucher batch, with the number of codes created and redeemed',
      tags: TAGS,
      params: IdPath,
      response: { 200: BatchAnswer, ...problems() },
    },
    handler: async ({ context, params }) => {
      const batch = await findBatch(context, guidOf(params.id));
      if (batch === undefined) throw notFound({ detail: `There is no voucher batch ${params.id}.` });
      return withCounts(context, batch);
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/vouchers/batches/:id/revoke',
    config: { access: access.vendor('vouchers:write') },
    schema: {
      operationId: 'revokeVoucherBatch',
      summary:
        'Revoke the codes of a batch that are not redeemed yet, and, on request, the licenses of the others',
      description:
        'For a reseller who does not pay. `restore` undoes it. Licenses are revoked in the background; their `revocationReason` is `Voucher`.',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object({
        licenses: Type.Optional(
          Type.Enum(['Keep', 'Revoke'], {
            default: 'Keep',
            description: 'What happens to the licenses of redeemed codes.',
          }),
        ),
      }),
      response: { 200: BatchAnswer, ...problems() },
    },
    handler: async (request) => {
      const id = guidOf(request.params.id);
      return command(
        request,
        (tx) => revokeVoucherBatch(tx, id, { revokesLicenses: request.query.licenses === 'Revoke' }),
        (batch, tx) => withCounts(tx, batch),
      );
    },
  });
}

function registerRestore(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/vouchers/batches/:id/restore',
    config: { access: access.vendor('vouchers:write') },
    schema: {
      operationId: 'restoreVoucherBatch',
      summary: 'Undo the revocation of a batch',
      description:
        'Its codes can be redeemed again, and licenses that were revoked with it are restored in the background, unless there is another reason for their revocation.',
      tags: TAGS,
      params: IdPath,
      response: { 200: BatchAnswer, ...problems() },
    },
    handler: async (request) => {
      const id = guidOf(request.params.id);
      return command(
        request,
        (tx) => restoreVoucherBatch(tx, id),
        (batch, tx) => withCounts(tx, batch),
      );
    },
  });
}

function registerCodes(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/vouchers/batches/:id/codes',
    config: { access: access.vendor('vouchers:read') },
    schema: {
      operationId: 'listVoucherCodes',
      summary: 'The codes of a batch, in order',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(CodeAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      // Elsewhere the cursor contains a moment; here it is the place in the batch, which never changes either.
      const from = page.after === undefined ? 0 : page.after.at.getTime() + 1;
      const rows = await listBatchCodes(context, guidOf(params.id), { from, limit: page.limit + 1 });
      return toPage(system, request, page, rows, {
        cursor: ({ ordinal, id }) => ({ at: new Date(ordinal), id }),
        item: ({ id, code, redeemed }) => ({
          id,
          code,
          redeemed: redeemed !== undefined,
          ...(redeemed !== undefined && {
            redeemedBy: redeemed.customerId,
            redeemedAt: redeemed.at.toISOString(),
          }),
        }),
      });
    },
  });
}

function registerExport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/vouchers/batches/:id/codes.csv',
    config: { access: access.vendor('vouchers:read') },
    schema: {
      operationId: 'exportVoucherCodes',
      summary: 'All codes of a batch as CSV',
      tags: TAGS,
      params: IdPath,
      response: {
        200: textAnswer(
          'Columns code, redeemedAt, customerId.',
          Type.Unsafe<Readable>({ type: 'string' }),
          'text/csv',
        ),
        ...problems(batchNotReady),
      },
    },
    handler: async ({ context, params }, reply) => {
      const id = guidOf(params.id);
      const pieces = await exportBatch(context, id);
      return reply
        .header('content-disposition', attachment(`vouchers-${id}.csv`))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(pieces));
    },
  });
}

async function withCounts(ctx: QueryContext, batch: VoucherBatch) {
  const redeemed = await countRedeemed(ctx, batch.id);
  return { ...batchAnswer(batch), redeemed };
}

function batchAnswer(batch: VoucherBatch): Static<typeof BatchAnswer> {
  const { id, name, description, revokesLicenses, quantity, generated, contents } = batch;
  const { isFree, createdAt, expiresAt } = batch;
  return {
    id,
    name,
    description,
    status: statusOf(batch),
    revokesLicenses,
    quantity,
    generated,
    contents: contents.map(({ variationId, ...content }) => ({
      ...content,
      ...(variationId !== undefined && { variationId }),
    })),
    ...(isFree && { isFree: true as const }),
    createdAt: createdAt.toISOString(),
    ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }),
  };
}

function statusOf({ revokedAt, generated, quantity }: VoucherBatch): 'Generating' | 'Ready' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked';
  return generated < quantity ? 'Generating' : 'Ready';
}
