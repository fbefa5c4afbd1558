import { Type } from '../../kernel/schema.ts';
import { rateLimited } from '../../kernel/problem.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import {
  activationRequestCancelled,
  activationRequestExpired,
  isPollId,
  licenseActivationRevoked,
  licenseExpired,
  licenseOwnerChanged,
  licenseRevoked,
  offlineActivationNotAllowed,
  pollActivation,
  productInactive,
  requestActivation,
  unknownRequest,
} from '../../modules/licensing/index.ts';
import { createTokenBuckets } from '../../platform/counters/token-buckets.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { addOnsQuery, deviceIn, DeviceInput, takesAddOns, usageOf, usageQuery } from '../wire/device.ts';
import { sendToken, TokenAnswer } from '../wire/license-token.ts';

const TAGS = ['Client licensing'];
const POLL_WINDOW_SECONDS = 5;

const RequestAnswer = Type.Object(
  {
    id: Type.String({ description: 'For polling only.' }),
    request: Type.String({ format: 'uri', description: 'Poll this.' }),
    browser: Type.String({ format: 'uri', description: 'Open this in the browser of the customer.' }),
  },
  { title: 'BrowserActivationRequest' },
);

/** Activation in a browser: the application's side (customer API, Client licensing; wire contract section 5). */
export function registerClientActivations(app: App, system: System): void {
  registerRequest(app, system);
  registerPoll(app, system);
}

function registerRequest(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/client/activations/:productId/request',
    config: { access: access.public(), isLenient: true, limit: 'activationRequestsPerMinute' },
    schema: {
      operationId: 'requestActivation',
      summary: 'Request an activation that the customer approves in a browser',
      description:
        'Open `browser` for the customer and poll `request` until it returns the token. A request expires after an hour.',
      tags: TAGS,
      params: Type.Object({ productId: Type.String() }),
      querystring: Type.Object({
        ...usageQuery,
        ...addOnsQuery,
        method: Type.Optional(Type.Enum(['Online', 'Offline'], { description: 'Online when absent.' })),
      }),
      body: DeviceInput,
      response: { 200: RequestAnswer, ...problems(offlineActivationNotAllowed, productInactive) },
    },
    handler: async (request) => {
      const { context, account, params, query, body } = request;
      const { pollId, browserId } = await requestActivation(context, {
        productId: params.productId,
        device: deviceIn(body),
        method: query.method,
        usage: usageOf(query),
        takesAddOns: takesAddOns(query),
      });
      return {
        id: pollId,
        request: `${accountUrl(system.config, account)}/api/client/activations/${pollId}`,
        browser: activationPage(context, browserId),
      };
    },
  });
}

/** The page where the customer approves: the vendor's own if there is one, else the hosted one. */
function activationPage(ctx: Context, browserId: string): string {
  const { activationPageUrl } = ctx.account.settings;
  if (activationPageUrl === undefined) return `${accountUrl(ctx.config, ctx.account)}/activate/${browserId}`;
  const page = new URL(activationPageUrl);
  page.searchParams.set('mb_intent', 'activate_product');
  page.searchParams.set('mb_token', browserId);
  return page.href;
}

function registerPoll(app: App, system: System): void {
  const polls = createTokenBuckets(system.clock);
  app.route({
    method: 'GET',
    url: '/api/client/activations/:requestId',
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'pollActivation',
      summary: 'The license token, once the customer has approved',
      description:
        'One poll per second is always allowed. If the license ended after the approval, it is refused as in a validation: ' +
        '400 LicenseRevoked, LicenseActivationRevoked or LicenseExpired.',
      tags: TAGS,
      params: Type.Object({ requestId: Type.String() }),
      response: {
        200: TokenAnswer,
        204: emptyAnswer('Nobody has approved yet.'),
        ...problems(
          activationRequestCancelled,
          activationRequestExpired,
          licenseRevoked,
          licenseActivationRevoked,
          licenseExpired,
          licenseOwnerChanged,
          productInactive,
        ),
      },
    },
    handler: async (request, reply) => {
      const { context, account, params } = request;
      // Anything else is not an id: it is neither looked up nor cached.
      if (!isPollId(params.requestId)) throw unknownRequest();
      const limit = account.settings.limits.activationPollsPerFiveSeconds;
      const poll = polls.take(`${account.id}/${params.requestId}`, {
        limit,
        windowSeconds: POLL_WINDOW_SECONDS,
      });
      if (!poll.allowed) throw rateLimited({ headers: { 'retry-after': String(poll.retryAfterSeconds) } });
      const token = await pollActivation(context, params.requestId);
      return token === undefined ? reply.code(204).send(undefined) : sendToken(request, reply, token);
    },
  });
}
