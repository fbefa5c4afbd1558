import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  createTaxRate,
  deleteTaxRate,
  findTaxRate,
  listTaxRates,
  type TaxRateChanges,
  type TaxRateRow,
  updateTaxRate,
} from '../../modules/taxes/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command, revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { IdPath, storedTarget, strict, targetAnswer, TargetBody } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { TaxReasonBody, taxReasonBody } from '../wire/tax.ts';
import { registerStandardRates } from './standard-rates.ts';

const URL = '/api/tax-rates';
const TAGS = ['Taxes'];

const OwnReason = Type.Enum(['standard', 'zero_rated', 'exempt'], {
  description: 'What documents say about it. Default: `zero_rated` for a rate of 0, else `standard`.',
});
const Country = Type.String({ minLength: 2, maxLength: 2, description: 'ISO 3166-1 alpha-2 code.' });
const Region = Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
  description:
    'As in the addresses of buyers, such as `CA`; upper and lower case make no difference. Null: the whole country.',
});
const Rate = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction: 19 % is 0.19. At most 6 digits.',
});
const Targets = Type.Array(TargetBody, {
  maxItems: 200,
  description: 'The items that it is for. Empty: everything that no other rate names.',
});
const Day = (description: string) =>
  Type.Union([Type.String({ maxLength: 10 }), Type.Null()], {
    description: `${description} YYYY-MM-DD, in UTC.`,
  });

const optionalFields = {
  region: Type.Optional(Region),
  reason: Type.Optional(OwnReason),
  targets: Type.Optional(Targets),
  firstDay: Type.Optional(Day('The first day of the rate. Null: no start.')),
  lastDay: Type.Optional(Day('The last day of the rate. Null: no end.')),
};

const NewTaxRate = Type.Object(
  { country: Country, rate: Rate, ...optionalFields },
  { ...strict, title: 'NewTaxRate' },
);
const TaxRatePatch = Type.Object(
  { country: Type.Optional(Country), rate: Type.Optional(Rate), ...optionalFields },
  { ...strict, title: 'TaxRateChanges' },
);
const TaxRateAnswer = Type.Object(
  {
    id: Type.String(),
    country: Country,
    region: Region,
    rate: Rate,
    reason: TaxReasonBody,
    targets: Targets,
    firstDay: Day('The first day of the rate.'),
    lastDay: Day('The last day of the rate.'),
    createdAt: Moment,
    updatedAt: Moment,
  },
  { title: 'TaxRate' },
);

/** The vendor's own tax rates, which come before Latchkey's table (extended API, section B). */
export function registerTaxRates(app: App, system: System): void {
  registerList(app, system);
  registerStandardRates(app);
  registerGet(app);
  registerCreate(app);
  registerUpdate(app);
  registerDelete(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'listTaxRates',
      summary: 'Your own tax rates, newest first',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(TaxRateAnswer), ...problems() },
    },
    handler: async (request) => {
      const page = readPage(system, request, request.query);
      const rows = await listTaxRates(request.context, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: taxRateAnswer,
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:id`,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getTaxRate',
      summary: 'One of your own tax rates',
      tags: TAGS,
      params: IdPath,
      response: { 200: TaxRateAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const row = await findTaxRate(context, guidOf(params.id));
      tagRevision(reply, row);
      return taxRateAnswer(row);
    },
  });
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'createTaxRate',
      summary: 'Add a tax rate of your own',
      description:
        "It applies to new orders immediately, and takes precedence over Latchkey's table. Tax is collected in its country or region even if the setting `tax.collectsIn` does not name it.",
      tags: TAGS,
      body: NewTaxRate,
      response: { 201: TaxRateAnswer, ...problems() },
    },
    handler: (request, reply) => {
      const { country, rate, ...fields } = request.body;
      const input = { ...changesOf(fields), country, rateMillionths: millionths(rate) };
      return revisedCommand(request, reply, (tx) => createTaxRate(tx, input), taxRateAnswer, { status: 201 });
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: `${URL}/:id`,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'updateTaxRate',
      summary: 'Change a tax rate of your own',
      description: 'Paid orders keep their rate.',
      tags: TAGS,
      params: IdPath,
      headers: RevisionHeaders,
      body: TaxRatePatch,
      response: { 200: TaxRateAnswer, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const id = guidOf(request.params.id);
      const revision = expectedRevision(request);
      const changes = changesOf(request.body);
      return revisedCommand(request, reply, (tx) => updateTaxRate(tx, id, changes, revision), taxRateAnswer);
    },
  });
}

function registerDelete(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:id`,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'deleteTaxRate',
      summary: 'Delete a tax rate of your own',
      description: 'The rate that it replaced applies to new orders again.',
      tags: TAGS,
      params: IdPath,
      headers: RevisionHeaders,
      response: { 200: TaxRateAnswer, ...problems(staleRevision) },
    },
    handler: (request) => {
      const id = guidOf(request.params.id);
      const revision = expectedRevision(request);
      return command(request, (tx) => deleteTaxRate(tx, id, revision), taxRateAnswer);
    },
  });
}

const REASONS = { standard: 'Standard', zero_rated: 'ZeroRated', exempt: 'Exempt' } as const;

function changesOf({ country, rate, reason, targets, ...same }: Static<typeof TaxRatePatch>): TaxRateChanges {
  return {
    ...same,
    country,
    rateMillionths: rate === undefined ? undefined : millionths(rate),
    reason: reason && REASONS[reason],
    targets: targets?.map(storedTarget),
  };
}

const WHOLE = 1_000_000;

/** `NaN` for a rate with too many decimals, which the module refuses with all other issues. */
function millionths(rate: number): number {
  const whole = Math.round(rate * WHOLE);
  return whole / WHOLE === rate ? whole : Number.NaN;
}

function taxRateAnswer(row: TaxRateRow): Static<typeof TaxRateAnswer> {
  return {
    id: row.id,
    country: row.country,
    region: row.region,
    rate: row.rateMillionths / WHOLE,
    reason: taxReasonBody(row.reason),
    targets: row.targets.map(targetAnswer),
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
