import { sendTestMail } from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';

/** A mail with which operators look at the sender and the look of the account's mails. */
export function registerTestMail(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/test-mail',
    config: { access: access.operator(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'sendTestMail',
      summary: 'Mail the operator who is signed in what mails of the account look like',
      description: 'With the sender, the name or logo, and the color of the settings.',
      tags: OPERATOR_TAGS,
      response: { 204: emptyAnswer('The mail is on its way.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { operator } = signedInOperator(request);
      await sendTestMail(request.context, operator);
      return reply.code(204).send(undefined);
    },
  });
}
