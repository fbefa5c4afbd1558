import { Type } from 'typebox';
import { defineProblem } from '../../kernel/problem.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { problems } from '../../platform/http/responses.ts';

const notOffered = defineProblem({
  status: 404,
  errorType: 'NotOffered',
  title: 'This is not offered',
  detail: 'Accounts of other services cannot be connected here.',
});

const NONE = Type.Null({ description: 'Never: there are no connected accounts.' });

/** Accounts of other services, which cannot be connected (extended API, section A). */
export function registerConnect(app: App): void {
  for (const [method, url, summary] of [
    ['GET', '/api/customer/connect/:provider/authorize', 'Connect an account of another service'],
    ['DELETE', '/api/customer/connect/:provider', 'Disconnect an account of another service'],
  ] as const) {
    app.route({
      method,
      url,
      config: { access: access.customer() },
      schema: {
        tags: ['Identity'],
        summary,
        params: Type.Object({ provider: Type.String() }),
        response: { 200: NONE, ...problems(401) },
      },
      handler: async () => {
        throw notOffered();
      },
    });
  }
}
