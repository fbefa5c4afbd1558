import { type Static, Type } from 'typebox';
import { notFound } from '../../kernel/problem.ts';
import {
  createOffer,
  findOffer,
  pageOffers,
  updateOffer,
  type OfferChanges,
  type OfferRow,
} from '../../modules/catalog/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { pageOf, readPage, toPage } from '../../platform/http/paging.ts';
import { problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { expectedRevision, tagRevision } from '../guards/revision.ts';
import {
  archiveQuery,
  IdPath,
  NewId,
  storedTarget,
  strict,
  targetAnswer,
  TargetBody,
} from '../wire/catalog.ts';
import {
  benefitIssues,
  benefitOf,
  ruleAnswer,
  ruleAnswerFields,
  ruleFields,
  ruleInput,
  ruleType,
} from '../wire/price-rule.ts';

const TAGS = ['Offers'];

/** An offer as the merchant sees it (extended API, section B). */
export const OfferAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...ruleAnswerFields,
    target: TargetBody,
    relevantItems: Type.Array(TargetBody, { description: 'What counts. Empty: everything.' }),
    minimumItems: Type.Integer({ description: 'Units that the cart must hold of what counts.' }),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'OfferRule', title: 'OfferRule' },
);

const condition = {
  ...ruleInput,
  relevantItems: Type.Optional(Type.Array(TargetBody)),
  minimumItems: Type.Optional(Type.Integer({ description: 'Default 1.' })),
  position: Type.Optional(Type.Integer()),
};

const NewOffer = Type.Object(
  { id: Type.Optional(NewId), name: Type.String(), type: ruleType, target: TargetBody, ...condition },
  strict,
);
const OfferPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    type: Type.Optional(ruleType),
    target: Type.Optional(TargetBody),
    ...condition,
  },
  strict,
);

/** Offers (extended API, section B). */
export function registerCoreOffers(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, system);
  registerCreate(app, system);
  registerUpdate(app, system);
  registerArchiving(app, system, 'archive');
  registerArchiving(app, system, 'restore');
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/offers',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'listOffers',
      summary: 'Offers, newest first',
      tags: TAGS,
      querystring: archiveQuery,
      response: { 200: pageOf(OfferAnswer), ...problems(401, 403) },
    },
    handler: async (request) => {
      const { account, query } = request;
      const page = readPage(system, request, query);
      const rows = await pageOffers(system.database.reader, account.id, {
        ...page,
        isArchived: query.archived ?? false,
      });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: offerAnswer,
      });
    },
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/offers/:id',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'getOffer',
      summary: 'One offer',
      tags: TAGS,
      params: IdPath,
      response: { 200: OfferAnswer, ...problems(401, 403) },
    },
    handler: async ({ account, params }, reply) => {
      const row = await findOffer(system.database.reader, account.id, params.id);
      if (row === undefined) throw notFound({ detail: `There is no offer ${params.id}.` });
      tagRevision(reply, row);
      return offerAnswer(row);
    },
  });
}

function registerCreate(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/offers',
    config: { access: access.apiKey('products:write'), alsoCheck: benefitIssues },
    schema: {
      operationId: 'createOffer',
      summary: 'Add an offer',
      tags: TAGS,
      body: NewOffer,
      response: { 201: OfferAnswer, ...problems(401, 403, 409, 422) },
    },
    handler: async ({ account, body }, reply) => {
      const benefit = benefitOf(body) ?? { type: 'FlatAmountOff', amounts: {} };
      const { id, name, target } = body;
      const input = { ...changesOf(body), id, name, benefit, target: storedTarget(target) };
      const row = await createOffer(system, account, input);
      tagRevision(reply, row);
      reply.code(201);
      return offerAnswer(row);
    },
  });
}

function registerUpdate(app: App, system: System): void {
  app.route({
    method: 'PATCH',
    url: '/api/offers/:id',
    config: { access: access.apiKey('products:write'), alsoCheck: benefitIssues },
    schema: {
      operationId: 'updateOffer',
      summary: 'Change an offer; what is not sent stays',
      tags: TAGS,
      params: IdPath,
      body: OfferPatch,
      response: { 200: OfferAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const row = await updateOffer(system, account, params.id, changesOf(body), expectedRevision(request));
      tagRevision(reply, row);
      return offerAnswer(row);
    },
  });
}

function registerArchiving(app: App, system: System, verb: 'archive' | 'restore'): void {
  app.route({
    method: 'POST',
    url: `/api/offers/:id/${verb}`,
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: `${verb}Offer`,
      summary: verb === 'archive' ? 'Take an offer out of the shop' : 'Put an archived offer back',
      tags: TAGS,
      params: IdPath,
      response: { 200: OfferAnswer, ...problems(401, 403, 409, 412, 422) },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      const changes = { isArchived: verb === 'archive' };
      const row = await updateOffer(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, row);
      return offerAnswer(row);
    },
  });
}

function changesOf(body: Static<typeof OfferPatch>): OfferChanges {
  const { name, target, relevantItems, minimumItems, position } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    target: target && storedTarget(target),
    relevantItems: relevantItems?.map(storedTarget),
    minimumItems,
    position,
  };
}

function offerAnswer(row: OfferRow): Static<typeof OfferAnswer> {
  return {
    id: row.id,
    name: row.name,
    ...ruleAnswer(row),
    target: targetAnswer(row.target),
    relevantItems: row.relevantItems.map(targetAnswer),
    minimumItems: row.minimumItems,
    position: row.position,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
