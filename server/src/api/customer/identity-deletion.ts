import { Type } from '../../kernel/schema.ts';
import { invalidCredentials } from '../../modules/identity/index.ts';
import { deleteOwnAccount } from '../../modules/privacy/index.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { signedIn } from '../guards/caller.ts';
import { IDENTITY_TAGS } from './identity-answer.ts';

/** A customer deletes themselves (extended API, section A). */
export function registerIdentityDeletion(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customer/identity',
    config: { access: access.customer(), limit: 'signInPerMinute' },
    schema: {
      operationId: 'deleteIdentity',
      summary: 'Delete the signed-in customer',
      description:
        'Sessions end, licenses are revoked, and all personal data is removed; completed orders keep their documents. This cannot be undone.',
      tags: IDENTITY_TAGS,
      body: Type.Object({ password: Type.String({ maxLength: 1_000 }) }, { title: 'IdentityDeletion' }),
      response: { 200: emptyAnswer('The customer is deleted.'), ...problems(invalidCredentials) },
    },
    handler: async (request, reply) => {
      const { context, body } = request;
      await deleteOwnAccount(context, signedIn(request).customer, body);
      return reply.send(undefined);
    },
  });
}
