import { rateLimited } from '../../kernel/problem.ts';
import { createTokenBuckets } from '../../platform/counters/token-buckets.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { addressGroup } from '../../platform/http/network/client.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';

const MOST_BODY_BYTES = 16 * 1024;
const MOST_LOGGED_CHARACTERS = 2_000;
const WINDOW_SECONDS = 60;

/**
 * POST /api/customer/insights/error and /warn (extended API, section A): errors in a page go to the log. Pages send
 * them in any format, `navigator.sendBeacon` with the type of its data, so every media type is read as text. The log
 * gets one line: truncated, without control characters, and without anything that looks like a credential.
 */
export async function registerInsights(app: App, system: System): Promise<void> {
  // Each process counts for itself.
  const reports = createTokenBuckets(system.clock);
  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
    for (const severity of ['error', 'warn'] as const) {
      scope.route({
        method: 'POST',
        url: `/api/customer/insights/${severity}`,
        bodyLimit: MOST_BODY_BYTES,
        config: { access: access.public() },
        schema: {
          operationId: severity === 'error' ? 'reportError' : 'reportWarning',
          tags: ['Insights'],
          summary: severity === 'error' ? 'Report an error of a page' : 'Report a warning of a page',
          description: 'Takes a body of any media type, up to 16 KB.',
          response: { 202: emptyAnswer('The report is in the log.'), ...problems() },
        },
        handler: async (request, reply) => {
          const { account, ip, body } = request;
          const limit = account.settings.limits.insightsPerMinute;
          const { allowed, retryAfterSeconds } = reports.take(`${account.id}/${addressGroup(ip)}`, {
            limit,
            windowSeconds: WINDOW_SECONDS,
          });
          if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
          request.log.warn(
            { account: account.id, severity, report: reportOf(body) },
            'a page reports a problem',
          );
          return reply.code(202).send();
        },
      });
    }
  });
}

const CREDENTIALS = /eyJ[\w-]*\.[\w-]*\.[\w-]*|lk_[\w-]{20,}|[\w-]{43,}/g;

function reportOf(body: unknown): string {
  if (typeof body !== 'string') return '';
  return body
    .slice(0, MOST_BODY_BYTES)
    .replaceAll(CREDENTIALS, '…')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MOST_LOGGED_CHARACTERS);
}
