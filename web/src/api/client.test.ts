import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnexpectedAnswer, fieldsOf } from './answer.ts';
import { type ApiCall, callApi, tellApi } from './client.ts';
import { ApiProblem, ConnectionLost } from './failures.ts';

interface Sent {
  address: string;
  request: RequestInit;
}

/** A `fetch` that answers what it is told, and what it was asked. */
function answering(body: string, init: ResponseInit = {}) {
  const sent: Sent[] = [];
  const send: typeof fetch = (address, request = {}) => {
    assert(typeof address === 'string');
    sent.push({ address, request });
    return Promise.resolve(new Response(body, init));
  };
  return { send, sent };
}

function nameCall(extra: Partial<ApiCall<string>> = {}): ApiCall<string> {
  return { path: '/api/thing', read: (json) => fieldsOf(json, 'thing').text('name'), ...extra };
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('expected a failure'),
    (failure: unknown) => failure,
  );
}

describe('a call of the API', () => {
  it('answers what the reader makes of the JSON', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    assert.equal(await callApi(nameCall(), send), 'Ada');
    assert.equal(sent[0]?.address, '/api/thing');
    assert.equal(sent[0]?.request.method, 'GET');
  });

  it('escapes query values', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    await callApi(nameCall({ query: { token: 'a+b/c=&d' } }), send);
    assert.equal(sent[0]?.address, '/api/thing?token=a%2Bb%2Fc%3D%26d');
  });

  it('sends a body as JSON, and no content type without one', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    await callApi(nameCall({ method: 'POST', body: { email: 'ada@example.org' } }), send);
    await callApi(nameCall(), send);
    const [withBody, without] = sent.map(({ request }) => request);
    assert.equal(withBody?.body, '{"email":"ada@example.org"}');
    assert.equal(new Headers(withBody?.headers).get('content-type'), 'application/json');
    assert.equal(without?.body, undefined);
    assert.equal(new Headers(without?.headers).get('content-type'), null);
  });

  it('sends a text as it is, and who asks', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    await callApi(nameCall({ method: 'POST', text: '"Secret 1!', accessToken: 'a.b.c' }), send);
    const [request] = sent.map((one) => one.request);
    const headers = new Headers(request?.headers);
    assert.equal(request?.body, '"Secret 1!');
    assert.equal(headers.get('content-type'), 'text/plain');
    assert.equal(headers.get('authorization'), 'Bearer a.b.c');
  });

  it('names nobody without a token', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    await callApi(nameCall({ accessToken: undefined }), send);
    assert.equal(new Headers(sent[0]?.request.headers).get('authorization'), null);
  });

  it('reads nothing of an answer that says nothing, but raises its refusal', async () => {
    await tellApi({ method: 'POST', path: '/api/thing' }, answering('').send);
    const refused = tellApi({ method: 'POST', path: '/api/thing' }, answering('', { status: 403 }).send);
    const failure = await failureOf(refused);
    assert(failure instanceof ApiProblem);
    assert.equal(failure.status, 403);
  });

  it('follows no redirect', async () => {
    const { send, sent } = answering('{"name":"Ada"}');
    await callApi(nameCall(), send);
    assert.equal(sent[0]?.request.redirect, 'error');
  });
});

describe('a call of the API that fails', () => {
  it('raises what a problem+json answer says', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Invalid input',
      status: 400,
      detail: 'Two fields are wrong.',
      errorType: 'InvalidInput',
      traceId: 't-1',
      errors: { email: ['Is not an address.', 'Is too long.'], name: ['Is missing.'] },
    };
    const { send } = answering(JSON.stringify(problem), { status: 400, headers: { 'retry-after': '7' } });
    const failure = await failureOf(callApi(nameCall(), send));
    assert(failure instanceof ApiProblem);
    const { status, title, detail, errorType, traceId, errors, retryAfterSeconds } = failure;
    assert.deepEqual(
      { status, title, detail, errorType, traceId, errors, retryAfterSeconds },
      {
        status: 400,
        title: 'Invalid input',
        detail: 'Two fields are wrong.',
        errorType: 'InvalidInput',
        traceId: 't-1',
        errors: problem.errors,
        retryAfterSeconds: 7,
      },
    );
  });

  it('raises a problem with the status when the error page is not JSON', async () => {
    const { send } = answering('<h1>Bad Gateway</h1>', { status: 502 });
    const failure = await failureOf(callApi(nameCall(), send));
    assert(failure instanceof ApiProblem);
    assert.equal(failure.status, 502);
    assert.deepEqual(failure.errors, {});
    assert.equal(failure.retryAfterSeconds, undefined);
  });

  it('leaves out what is no message in `errors`', async () => {
    const errors = { email: ['Wrong.', 3, null], name: 'Wrong.', other: [] };
    const { send } = answering(JSON.stringify({ title: 'x', errors }), { status: 400 });
    const failure = await failureOf(callApi(nameCall(), send));
    assert(failure instanceof ApiProblem);
    assert.deepEqual(failure.errors, { email: ['Wrong.'] });
  });

  it('raises ConnectionLost when no answer arrives', async () => {
    const failure = await failureOf(
      callApi(nameCall(), () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    assert(failure instanceof ConnectionLost);
    assert(failure.cause instanceof TypeError);
  });

  it('raises ConnectionLost when the answer breaks off', async () => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.error(new TypeError('network error'));
      },
    });
    const failure = await failureOf(callApi(nameCall(), () => Promise.resolve(new Response(body))));
    assert(failure instanceof ConnectionLost);
  });

  it('raises UnexpectedAnswer when a success is not what it should be', async () => {
    for (const body of ['', 'OK', '[]', 'null', '{"name":3}']) {
      const { send } = answering(body);
      assert(
        (await failureOf(callApi(nameCall(), send))) instanceof UnexpectedAnswer,
        `accepted ${JSON.stringify(body)}`,
      );
    }
  });

  it('stops when the caller does', async () => {
    const stopping = new AbortController();
    const call = callApi(nameCall({ signal: stopping.signal }), (_address, request) => {
      return new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => {
          reject(new DOMException('Stopped', 'AbortError'));
        });
      });
    });
    stopping.abort();
    assert((await failureOf(call)) instanceof ConnectionLost);
  });
});
