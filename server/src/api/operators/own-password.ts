import { Type } from '../../kernel/schema.ts';
import { changeOwnPassword, signInRefused } from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { NewPassword, OneTimeCode, OPERATOR_TAGS } from './operator-answer.ts';

/** How the operator who is signed in chooses another password. */
export function registerOwnPassword(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/password',
    config: { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'changeOperatorPassword',
      summary: 'Choose another password',
      description: 'All other sessions of the operator end. Passkeys go on working.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        {
          password: Type.String({ minLength: 1, maxLength: 1_000, description: 'The one that works now.' }),
          newPassword: NewPassword,
          oneTimeCode: OneTimeCode,
        },
        { title: 'OperatorPasswordChange', additionalProperties: false },
      ),
      response: { 204: emptyAnswer('The new password works.'), ...problems(signInRefused) },
    },
    handler: async (request, reply) => {
      const { session } = signedInOperator(request);
      await changeOwnPassword(request.context, session, request.body);
      return reply.code(204).send(undefined);
    },
  });
}
