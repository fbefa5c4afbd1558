import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

/** A stand-in for VIES, the register of tax ids of the European Union, on loopback. */
export interface ViesServer {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: unknown[];
  /** Its response from now on; `Away`: as when the register of the member state is unavailable. */
  answer: 'Valid' | 'NotRegistered' | 'Away' | 'Broken' | 'BadRequester' | 'BadInput';
  /** Runs before each response, for example to simulate other requests while somebody waits for it. */
  meanwhile: () => Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a register that knows every tax id. */
export async function startViesServer(): Promise<ViesServer> {
  const requests: unknown[] = [];
  const bodies = {
    Valid: { valid: true, requestIdentifier: 'WAPIAAAAY-1', name: 'ACME SARL', address: '---' },
    NotRegistered: { valid: false, requestIdentifier: '', name: '---', address: '---' },
    Away: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] },
    Broken: 'no JSON',
    BadRequester: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] },
    BadInput: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({ url: request.url, body: await json(request) });
    await vies.meanwhile();
    const isAnonymous = !JSON.stringify(requests.at(-1)).includes('requesterNumber');
    const body = bodies[vies.answer === 'BadRequester' && isAnonymous ? 'Valid' : vies.answer];
    response.setHeader('content-type', 'application/json');
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const vies: ViesServer = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answer: 'Valid',
    meanwhile: async () => {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return vies;
}
