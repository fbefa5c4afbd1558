import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createClient } from './client.ts';
import { createSession } from './session.ts';

const ADA = { id: 'c-1', name: 'Ada', email: 'ada@example.org' };
const PAIR = { ...ADA, accessToken: 'access-1', refreshToken: 'refresh-1' };
const NEXT = { ...ADA, accessToken: 'access-2', refreshToken: 'refresh-2' };

/** A response whose body breaks off. */
function broken(): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

it('a renewal with a lost response is repeated once, immediately: the server repeats it only for a while', async () => {
  const losses: (() => Response | Promise<Response>)[] = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(new DOMException('', 'TimeoutError')),
    broken,
  ];
  for (const first of losses) {
    const answers = [first, () => Response.json(NEXT)];
    const session = createSession({ signedIn: PAIR });
    const pairs: string[] = [];
    const client = createClient({
      baseUrl: 'https://demo.example.com',
      session,
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        if (!pathname.endsWith('/refresh')) {
          const isRenewed = request.headers.get('authorization') === `Bearer ${NEXT.accessToken}`;
          return Response.json({}, { status: isRenewed ? 200 : 401 });
        }
        pairs.push(`${await request.text()} ${searchParams.get('token')}`);
        return (answers.shift() ?? assert.fail())();
      },
    });
    const { response } = await client.GET('/api/customer/meta/user');
    assert.equal(response.status, 200);
    assert.deepEqual(pairs, ['access-1 refresh-1', 'access-1 refresh-1']);
    assert.deepEqual(session.signedIn(), NEXT);
  }
});

it('a renewal without a response is requested again 7 seconds before the server ends the session for it', async (t) => {
  const waits: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    waits.push(milliseconds);
    return waits.length === 1 ? AbortSignal.abort() : new AbortController().signal;
  });
  const session = createSession({ signedIn: PAIR });
  const client = createClient({
    baseUrl: 'https://demo.example.com',
    session,
    fetch: async ({ url, signal, headers }) => {
      signal.throwIfAborted();
      if (url.includes('/refresh')) return Response.json(NEXT);
      const isRenewed = headers.get('authorization') === `Bearer ${NEXT.accessToken}`;
      return Response.json({}, { status: isRenewed ? 200 : 401 });
    },
  });
  await client.GET('/api/customer/meta/user');
  assert.deepEqual(session.signedIn(), NEXT);
  assert.deepEqual(waits, [3_000, 30_000]);
});

it('a renewal that the server answers is requested once, whatever it answers', async () => {
  for (const status of [403, 429, 500, 503]) {
    let renewals = 0;
    const session = createSession({ signedIn: PAIR });
    const client = createClient({
      baseUrl: 'https://demo.example.com',
      session,
      fetch: async ({ url }) => {
        const isRenewal = url.includes('/refresh');
        if (isRenewal) renewals += 1;
        return new Response('{}', { status: isRenewal ? status : 401 });
      },
    });
    await assert.rejects(
      client.POST('/api/customer/identity/set-password', {
        body: { currentPassword: 'a', newPassword: 'b' },
      }),
      { status },
    );
    assert.equal(renewals, 1);
    assert.deepEqual(session.signedIn(), PAIR);
  }
});

it('a call with an expired token requests one renewal from an overloaded server, not two', async () => {
  const over = `h.${Buffer.from('{"iat":1,"exp":901}').toString('base64url')}.s`;
  for (const [status, outcome] of [
    [401, 'refusal'],
    [200, 'anonymous'],
  ] as const) {
    let renewals = 0;
    const session = createSession({ signedIn: { ...PAIR, accessToken: over } });
    const client = createClient({
      baseUrl: 'https://demo.example.com',
      session,
      fetch: async ({ url }) => {
        if (url.includes('/refresh')) {
          renewals += 1;
          return new Response('{}', { status: 429, headers: { 'retry-after': '60' } });
        }
        return Response.json({}, { status, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
      },
    });
    const call = client.GET('/api/customer/storefront');
    if (outcome === 'refusal') await assert.rejects(call, { status: 429, retryAfterSeconds: 60 });
    else assert.equal((await call).response.status, 200);
    assert.equal(renewals, 1);
  }
});
