import { type Client, createClient, Refusal } from '@latchkey/sdk';
import { confirmIdentity } from './confirmation.ts';

export { answer, done } from '@latchkey/ui/failures/answer.ts';

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

/**
 * The API on the host of the page, with the session of the operator, which the browser sends by itself. A request that
 * needs the password again asks for it, and is then sent once more.
 */
export const api: Client = createClient({
  baseUrl: '',
  fetch: async (request) => {
    // The server takes the session from no page that does not send this.
    request.headers.set('latchkey-dashboard', '1');
    if (request.method === 'GET') return send(request);
    const again = request.clone();
    const response = await send(request);
    return (await wantsConfirmation(response)) && (await confirmIdentity()) ? send(again) : response;
  },
});

function send(request: Request): Promise<Response> {
  return fetch(request, {
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS)]),
  });
}

async function wantsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const text = await response.clone().text();
  return text.includes('"ConfirmationRequired"');
}

/** Whether the server says that nobody is signed in. */
export function isSignedOut(failure: unknown): boolean {
  return failure instanceof Refusal && failure.status === 401;
}
