import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { listTrialDays, listUsage, type UsageFilter } from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';

const TAGS = ['Analytics'];
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const Day = Type.String({ format: 'date', description: 'A day in UTC, such as 2026-03-01.' });
const SpanQuery = Type.Object({
  from: Day,
  to: Type.String({ format: 'date', description: 'The last day; up to a year after the first.' }),
  productFilter: Type.Optional(Type.String({ description: 'Only this product.' })),
});

const UsageAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        day: Day,
        productId: Type.String(),
        kind: Type.Enum(['License', 'Trial']),
        appVersion: Type.Optional(
          Type.String({ description: 'Absent if the application did not report it.' }),
        ),
        platform: Type.Optional(Type.String()),
        activeDevices: Type.Integer({ description: 'Devices that were activated or validated on that day.' }),
      }),
    ),
  },
  { title: 'UsageReport' },
);

const TrialsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        day: Day,
        productId: Type.String(),
        started: Type.Integer(),
        converted: Type.Integer({
          description: 'Devices with a trial that were licensed for the first time.',
        }),
      }),
    ),
  },
  { title: 'TrialsReport' },
);

/** Daily counts of devices and trials (extended API, section B). */
export function registerAnalytics(app: App): void {
  registerUsage(app);
  registerTrials(app);
}

function registerUsage(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/analytics/usage',
    config: { access: access.vendor('licenses:read') },
    schema: {
      operationId: 'getUsage',
      summary: 'Active devices per day, by product, version and platform',
      description: 'A device counts once per day, with the values of its first call on that day.',
      tags: TAGS,
      querystring: SpanQuery,
      response: { 200: UsageAnswer, ...problems() },
    },
    handler: async ({ context, query }) => {
      const rows = await listUsage(context, spanOf(query));
      const items = rows.map(({ usageDay, productId, kind, appVersion, platform, devices }) => ({
        day: usageDay,
        productId,
        kind,
        ...(appVersion !== '' && { appVersion }),
        ...(platform !== '' && { platform }),
        activeDevices: devices,
      }));
      return { items };
    },
  });
}

function registerTrials(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/analytics/trials',
    config: { access: access.vendor('trials:read') },
    schema: {
      operationId: 'getTrialCounts',
      summary: 'Trials started and converted per day, by product',
      tags: TAGS,
      querystring: SpanQuery,
      response: { 200: TrialsAnswer, ...problems() },
    },
    handler: async ({ context, query }) => {
      const rows = await listTrialDays(context, spanOf(query));
      const items = rows.map(({ usageDay, productId, started, converted }) => ({
        day: usageDay,
        productId,
        started,
        converted,
      }));
      return { items };
    },
  });
}

function spanOf({
  from,
  to,
  productFilter,
}: {
  readonly from: string;
  readonly to: string;
  readonly productFilter?: string | undefined;
}): UsageFilter {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) throw invalidInput({ errors: { to: ['must not be before from'] } });
  if (days > MOST_DAYS)
    throw invalidInput({ errors: { to: [`must be at most ${MOST_DAYS} days after from`] } });
  return { from, to, productId: productFilter };
}
