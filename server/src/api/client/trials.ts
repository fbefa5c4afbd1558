import { Type } from '../../kernel/schema.ts';
import {
  productInactive,
  requestTrialToken,
  trialExpired,
  trialsNotAllowed,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerOf } from '../guards/caller.ts';
import { deviceIn, DeviceInput, usageOf, usageQuery } from '../wire/device.ts';
import { sendToken, TokenAnswer } from '../wire/license-token.ts';
import { unauthorized } from '../../kernel/problem.ts';

/** Trials for applications (customer API, Client licensing; wire contract section 5). */
export function registerClientTrials(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/client/trials/:productId/request',
    config: {
      access: access.optionalCustomer(),
      isLenient: true,
      limit: ['trialsPerMinute', 'trialsPerDay'],
    },
    schema: {
      operationId: 'requestTrialToken',
      summary: 'Start or continue the trial of a product on a device',
      description: 'There is only ever one trial per product and device.',
      tags: ['Client licensing'],
      params: Type.Object({ productId: Type.String() }),
      querystring: Type.Object(usageQuery),
      body: DeviceInput,
      response: {
        200: TokenAnswer,
        ...problems(unauthorized, productInactive, trialsNotAllowed, trialExpired),
      },
    },
    handler: async (request, reply) => {
      const { context, params, query, body } = request;
      const token = await requestTrialToken(context, customerOf(request), {
        productId: params.productId,
        device: deviceIn(body),
        usage: usageOf(query),
      });
      return sendToken(request, reply, token);
    },
  });
}
