import { Type } from '../../kernel/schema.ts';
import { defineProblem } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';

const notOffered = defineProblem({
  status: 404,
  errorType: 'NotOffered',
  title: 'This is not offered',
  detail: 'Accounts of other services cannot be connected here.',
});

const NONE = Type.Null({ description: 'Never: there are no connected accounts.' });

/** Connections to other services, which are not supported (extended API, section A). */
export function registerConnect(app: App): void {
  for (const [method, url, operationId, summary] of [
    [
      'GET',
      '/api/customer/connect/:provider/authorize',
      'connectAccount',
      'Connect an account of another service',
    ],
    [
      'DELETE',
      '/api/customer/connect/:provider',
      'disconnectAccount',
      'Disconnect an account of another service',
    ],
  ] as const) {
    app.route({
      method,
      url,
      config: { access: access.customer() },
      schema: {
        operationId,
        summary,
        description: 'No other service can be connected yet: always returns 404 `NotOffered`.',
        tags: ['Identity'],
        params: Type.Object({ provider: Type.String() }),
        response: { 200: NONE, ...problems(notOffered) },
      },
      handler: async () => {
        throw notOffered();
      },
    });
  }
}
