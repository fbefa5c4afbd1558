import { type Static, Type } from 'typebox';
import { notFound } from '../../kernel/problem.ts';
import {
  createDiscount,
  findDiscount,
  pageDiscounts,
  updateDiscount,
  type DiscountChanges,
  type DiscountRow,
} from '../../modules/catalog/index.ts';
import { UTM_NAMES } from '../../modules/pricing/index.ts';
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

const TAGS = ['Discounts'];

const AudienceBody = Type.Object(
  {
    ownedCount: Type.Optional(
      Type.Object({ least: Type.Optional(Type.Integer()), most: Type.Optional(Type.Integer()) }, strict),
    ),
    owns: Type.Optional(
      Type.Object(
        { match: Type.Enum(['Some', 'All', 'None']), productIds: Type.Array(Type.String()) },
        strict,
      ),
    ),
  },
  { ...strict, description: 'By how many or which products the customer owns. Empty: for everyone.' },
);

const values = Type.Optional(Type.Array(Type.String()));
const UtmBody = Type.Object(
  { source: values, medium: values, campaign: values, term: values, content: values, referrer: values },
  { ...strict, description: 'UTM parameter to the values of which one must be met. Empty: from anywhere.' },
);

/** A discount as the merchant sees it (extended API, section B). */
export const DiscountAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...ruleAnswerFields,
    targets: Type.Array(TargetBody, { description: 'Empty: everything that is sold.' }),
    audience: AudienceBody,
    utm: UtmBody,
    currencies: Type.Array(Type.String(), { description: 'Empty: all.' }),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'DiscountRule', title: 'DiscountRule' },
);

const limits = {
  ...ruleInput,
  targets: Type.Optional(Type.Array(TargetBody)),
  audience: Type.Optional(AudienceBody),
  utm: Type.Optional(UtmBody),
  currencies: Type.Optional(Type.Array(Type.String())),
};

const NewDiscount = Type.Object(
  { id: Type.Optional(NewId), name: Type.String(), type: ruleType, ...limits },
  strict,
);
const DiscountPatch = Type.Object(
  { name: Type.Optional(Type.String()), type: Type.Optional(ruleType), ...limits },
  strict,
);

/** Discounts (extended API, section B). */
export function registerCoreDiscounts(app: App, system: System): void {
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
    url: '/api/discounts',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'listDiscounts',
      summary: 'Discounts, newest first',
      tags: TAGS,
      querystring: archiveQuery,
      response: { 200: pageOf(DiscountAnswer), ...problems(401, 403) },
    },
    handler: async (request) => {
      const { account, query } = request;
      const page = readPage(system, request, query);
      const rows = await pageDiscounts(system.database.reader, account.id, {
        ...page,
        isArchived: query.archived ?? false,
      });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: discountAnswer,
      });
    },
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/discounts/:id',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'getDiscount',
      summary: 'One discount',
      tags: TAGS,
      params: IdPath,
      response: { 200: DiscountAnswer, ...problems(401, 403) },
    },
    handler: async ({ account, params }, reply) => {
      const row = await findDiscount(system.database.reader, account.id, params.id);
      if (row === undefined) throw notFound({ detail: `There is no discount ${params.id}.` });
      tagRevision(reply, row);
      return discountAnswer(row);
    },
  });
}

function registerCreate(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/discounts',
    config: { access: access.apiKey('products:write'), alsoCheck: benefitIssues },
    schema: {
      operationId: 'createDiscount',
      summary: 'Add a discount',
      tags: TAGS,
      body: NewDiscount,
      response: { 201: DiscountAnswer, ...problems(401, 403, 409, 422) },
    },
    handler: async ({ account, body }, reply) => {
      const benefit = benefitOf(body) ?? { type: 'FlatAmountOff', amounts: {} };
      const input = { ...changesOf(body), id: body.id, name: body.name, benefit };
      const row = await createDiscount(system, account, input);
      tagRevision(reply, row);
      reply.code(201);
      return discountAnswer(row);
    },
  });
}

function registerUpdate(app: App, system: System): void {
  app.route({
    method: 'PATCH',
    url: '/api/discounts/:id',
    config: { access: access.apiKey('products:write'), alsoCheck: benefitIssues },
    schema: {
      operationId: 'updateDiscount',
      summary: 'Change a discount; what is not sent stays',
      tags: TAGS,
      params: IdPath,
      body: DiscountPatch,
      response: { 200: DiscountAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const row = await updateDiscount(
        system,
        account,
        params.id,
        changesOf(body),
        expectedRevision(request),
      );
      tagRevision(reply, row);
      return discountAnswer(row);
    },
  });
}

function registerArchiving(app: App, system: System, verb: 'archive' | 'restore'): void {
  app.route({
    method: 'POST',
    url: `/api/discounts/:id/${verb}`,
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: `${verb}Discount`,
      summary: verb === 'archive' ? 'End a discount for good' : 'Put an archived discount back',
      tags: TAGS,
      params: IdPath,
      response: { 200: DiscountAnswer, ...problems(401, 403, 409, 412, 422) },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      const changes = { isArchived: verb === 'archive' };
      const row = await updateDiscount(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, row);
      return discountAnswer(row);
    },
  });
}

function changesOf(body: Static<typeof DiscountPatch>): DiscountChanges {
  const { name, targets, audience, utm, currencies } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    targets: targets?.map(storedTarget),
    audience,
    utm,
    currencies,
  };
}

function discountAnswer(row: DiscountRow): Static<typeof DiscountAnswer> {
  return {
    id: row.id,
    name: row.name,
    ...ruleAnswer(row),
    targets: row.targets.map(targetAnswer),
    audience: audienceAnswer(row),
    utm: Object.fromEntries(UTM_NAMES.flatMap((name) => (row.utm[name] ? [[name, [...row.utm[name]]]] : []))),
    currencies: [...row.currencies],
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function audienceAnswer({ audience: { ownedCount, owns } }: DiscountRow): Static<typeof AudienceBody> {
  return {
    ...(ownedCount !== undefined && { ownedCount }),
    ...(owns !== undefined && { owns: { ...owns, productIds: [...owns.productIds] } }),
  };
}
