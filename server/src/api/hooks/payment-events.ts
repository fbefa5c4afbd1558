import { Type } from '../../kernel/schema.ts';
import { invalidEventSignature, providerUnavailable, receiveEvents } from '../../modules/payments/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';

const MAX_CHARACTERS = 500_000;

/** The route where payment providers report events; it is on the account's own host. */
export function registerPaymentEvents(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/hooks/payments/:provider',
    // A signature covers the exact text, so the body is read as text, regardless of its type.
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'receivePaymentEvents',
      summary: 'Receive events of a payment provider',
      description:
        'For payment providers only: the provider signs the body. Repeated and irrelevant events are acknowledged, too.',
      tags: ['Hooks'],
      consumes: ['application/json'],
      params: Type.Object({ provider: Type.String({ maxLength: 31 }) }),
      body: Type.String({ maxLength: MAX_CHARACTERS, description: 'As sent by the provider.' }),
      response: {
        200: emptyAnswer('The event is recorded.'),
        ...problems(invalidEventSignature, providerUnavailable),
      },
    },
    handler: async ({ context, params, body, headers }, reply) => {
      await receiveEvents(context, params.provider, { body, headers });
      return reply.send();
    },
  });
}
