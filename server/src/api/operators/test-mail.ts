import { Type } from 'typebox';
import { invalidInput } from '../../kernel/problem.ts';
import { previewTestMail, sendTestMail } from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems, textAnswer } from '../../platform/http/route/responses.ts';
import { MAIL_HEADERS } from '../../platform/http/pages/page-policy.ts';
import { signedInOperator } from '../guards/caller.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';

const MailLook = Type.Object({
  name: Type.String({ maxLength: 200, description: 'Of the account.' }),
  logoUrl: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^https?://', description: 'An http or https address.' }),
  ),
  accentColor: Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as `#3b5bdb`.' }),
  ),
});

/** A mail with which operators look at the sender and the look of the account's mails, sent to them or as a page. */
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
  app.route({
    method: 'GET',
    url: '/api/operator/test-mail',
    config: { access: access.operator() },
    schema: {
      operationId: 'previewTestMail',
      summary: 'The test mail as a page, with a look that is not saved',
      description: 'For a frame of the dashboard. Nothing is sent or saved.',
      tags: OPERATOR_TAGS,
      querystring: MailLook,
      response: {
        200: textAnswer('The mail.', Type.Unsafe<unknown>({ type: 'string' }), 'text/html'),
        ...problems(invalidInput),
      },
    },
    handler: async (request, reply) => {
      const { operator } = signedInOperator(request);
      const { logoUrl } = request.query;
      if (logoUrl !== undefined && !URL.canParse(logoUrl))
        throw invalidInput({ errors: { logoUrl: ['must be an absolute http or https URL'] } });
      const html = previewTestMail(request.context, operator, request.query);
      return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(html);
    },
  });
}
