import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { notFound } from '../../kernel/problem.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  createVariation,
  findBundle,
  findProduct,
  findVariation,
  type ItemReference,
  minorChanges,
  pageItemVariations,
  splitTerms,
  subscriptionTermsInput,
  updateVariation,
  type VariationChanges,
  variationExists,
} from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import {
  IdPath,
  recurrenceOf,
  ReleaseAccessInput,
  storedTiers,
  storedUpgrade,
  strict,
  TierList,
  UpgradeInput,
  VariationAnswer,
  variationInput,
  VariationFields,
  variationRowAnswer,
} from '../wire/catalog.ts';
import { RecurrenceBody } from '../wire/recurrence.ts';

const VariationPath = Type.Object({ id: Type.String(), variationId: Type.String() });

const VariationPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    recurrence: Type.Optional(RecurrenceBody),
    prices: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
        description:
          'New decimal prices by currency; those of other currencies stay. Null removes the price in a currency that the account does not sell in.',
      }),
    ),
    pricingTiers: Type.Optional(TierList),
    releaseAccess: Type.Optional(Type.Union([ReleaseAccessInput, Type.Null()])),
    upgrade: Type.Optional(Type.Union([UpgradeInput, Type.Null()])),
    ...subscriptionTermsInput,
    isDefault: Type.Optional(Type.Boolean({ description: 'True makes it the default variation.' })),
    position: Type.Optional(Type.Integer()),
  },
  { ...strict, title: 'VariationChanges' },
);

/** The paths of the variations of one kind of item. */
interface Place {
  readonly type: ItemReference['type'];
  readonly url: '/api/products' | '/api/bundles';
  readonly tags: readonly string[];
}

const PLACES: readonly Place[] = [
  { type: 'Product', url: '/api/products', tags: ['Products'] },
  { type: 'Bundle', url: '/api/bundles', tags: ['Bundles'] },
];

/** Variations of products and bundles (extended API, section B). */
export function registerCoreVariations(app: App, system: System): void {
  for (const place of PLACES) {
    registerList(app, system, place);
    registerGet(app, place);
    registerCreate(app, place);
    registerUpdate(app, place);
    registerArchiving(app, place, 'archive');
    registerArchiving(app, place, 'restore');
  }
}

function registerList(app: App, system: System, { type, url, tags }: Place): void {
  app.route({
    method: 'GET',
    url: `${url}/:id/variations`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `list${type}Variations`,
      summary: `Every variation of a ${type.toLowerCase()}, archived ones too, newest first`,
      tags,
      params: IdPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(VariationAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const find = type === 'Product' ? findProduct : findBundle;
      if ((await find(context, params.id)) === undefined) {
        throw notFound({ detail: `There is no ${type.toLowerCase()} ${params.id}.` });
      }
      const rows = await pageItemVariations(context, { type, id: params.id }, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: variationRowAnswer,
      });
    },
  });
}

function registerGet(app: App, { type, url, tags }: Place): void {
  app.route({
    method: 'GET',
    url: `${url}/:id/variations/:variationId`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `get${type}Variation`,
      summary: `One variation of a ${type.toLowerCase()}`,
      tags,
      params: VariationPath,
      response: { 200: VariationAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const row = await findVariation(context, params.variationId);
      if (row === undefined || (type === 'Product' ? row.productId : row.bundleId) !== params.id) {
        throw notFound({ detail: `There is no variation ${params.variationId} of ${params.id}.` });
      }
      tagRevision(reply, row);
      return variationRowAnswer(row);
    },
  });
}

function registerCreate(app: App, { type, url, tags }: Place): void {
  app.route({
    method: 'POST',
    url: `${url}/:id/variations`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `create${type}Variation`,
      summary: `Add a way to buy a ${type.toLowerCase()}`,
      tags,
      params: IdPath,
      body: VariationFields,
      response: { 201: VariationAnswer, ...problems(variationExists) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const item = { type, id: params.id };
      const create = (tx: CommandTx) => createVariation(tx, item, variationInput(body));
      return revisedCommand(request, reply, create, variationRowAnswer, { status: 201 });
    },
  });
}

function registerUpdate(app: App, { type, url, tags }: Place): void {
  app.route({
    method: 'PATCH',
    url: `${url}/:id/variations/:variationId`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `update${type}Variation`,
      summary: 'Change a variation; fields that are not sent stay unchanged',
      tags,
      params: VariationPath,
      body: VariationPatch,
      headers: RevisionHeaders,
      response: { 200: VariationAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      return answerChange(request, reply, { type, ...params }, changesOf(body));
    },
  });
}

function registerArchiving(app: App, { type, url, tags }: Place, verb: 'archive' | 'restore'): void {
  app.route({
    method: 'POST',
    url: `${url}/:id/variations/:variationId/${verb}`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `${verb}${type}Variation`,
      summary:
        verb === 'archive'
          ? 'Archive a variation: removes it from the shop'
          : 'Restore an archived variation',
      tags,
      params: VariationPath,
      headers: RevisionHeaders,
      response: { 200: VariationAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const changes = { isArchived: verb === 'archive' };
      return answerChange(request, reply, { type, ...request.params }, changes);
    },
  });
}

function answerChange(
  request: FastifyRequest,
  reply: FastifyReply,
  { variationId, ...item }: ItemReference & Static<typeof VariationPath>,
  changes: VariationChanges,
): Promise<Static<typeof VariationAnswer>> {
  const expected = expectedRevision(request);
  const update = (tx: CommandTx) => updateVariation(tx, item, variationId, changes, expected);
  return revisedCommand(request, reply, update, variationRowAnswer);
}

function changesOf(body: Static<typeof VariationPatch>): VariationChanges {
  const { prices, pricingTiers, recurrence, upgrade, ...others } = body;
  const { terms, ...same } = splitTerms(others);
  return {
    ...same,
    terms,
    prices: prices && minorChanges(prices),
    pricingTiers: pricingTiers && storedTiers(pricingTiers),
    upgrade: storedUpgrade(upgrade),
    recurrence: recurrence && recurrenceOf(recurrence),
  };
}
