import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  findProductRules,
  MAX_OFFLINE_DAYS,
  MAX_RELEASE_PAUSE_SECONDS,
  replaceProductRules,
  type RevisedRules,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';

const nullable = <Schema extends ReturnType<typeof Type.Boolean> | ReturnType<typeof Type.Integer>>(
  schema: Schema,
) => Type.Union([schema, Type.Null()]);

const Rules = Type.Object(
  {
    releasesOnline: nullable(Type.Boolean({ description: 'Owners may release online activations.' })),
    releasesOffline: nullable(Type.Boolean({ description: 'Owners may release offline activations.' })),
    releasePauseSeconds: nullable(
      Type.Integer({
        minimum: 0,
        maximum: MAX_RELEASE_PAUSE_SECONDS,
        description: 'Minimum time between two releases of a license by its owner.',
      }),
    ),
    offlineDays: nullable(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OFFLINE_DAYS,
        description: 'How long an offline token lasts; 0: as long as its license, whatever the account says.',
      }),
    ),
  },
  {
    title: 'LicensingSettings',
    additionalProperties: false,
    description: 'Null: as in the settings of the account.',
  },
);

const TAGS = ['Products'];
const ProductPath = Type.Object({ id: Type.String({ description: 'The product.' }) });

/** A merchant's settings for the activations of one product (extended API, section B). */
export function registerLicensingSettings(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/products/:id/licensing-settings',
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: 'getLicensingSettings',
      summary: 'The rules of a product for releasing devices and for offline tokens',
      tags: TAGS,
      params: ProductPath,
      response: { 200: Rules, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const rules = await findProductRules(context, params.id);
      tagRevision(reply, rules);
      return rulesAnswer(rules);
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/products/:id/licensing-settings',
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: 'replaceLicensingSettings',
      summary: 'Replace the rules of a product for releasing devices and for offline tokens',
      tags: TAGS,
      params: ProductPath,
      headers: RevisionHeaders,
      body: Rules,
      response: { 200: Rules, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const revision = expectedRevision(request);
      const replace = (tx: CommandTx) => replaceProductRules(tx, params.id, body, revision);
      return revisedCommand(request, reply, replace, rulesAnswer);
    },
  });
}

function rulesAnswer(rules: RevisedRules): Static<typeof Rules> {
  const { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays } = rules;
  return { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays };
}
