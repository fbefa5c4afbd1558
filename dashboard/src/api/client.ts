import { answerOf, type Client, createClient, Refusal } from '@latchkey/sdk';
import { ConnectionLost, UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';
import { confirmIdentity } from './confirmation.ts';

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

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * The data of a successful call. Raises `Refusal` (the server refused), `ConnectionLost` (no response) or
 * `UnexpectedAnswer` (a response that is not from the API).
 */
export async function answer<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const data = await outcome(call);
  if (data === undefined || data === null) throw new UnexpectedAnswer('The answer is empty.');
  return data;
}

/** Waits for a call whose success has no content. Raises the same errors as `answer`. */
export async function done(call: Call<unknown>): Promise<void> {
  await outcome(call);
}

async function outcome<Data>(call: Call<Data>): Promise<Data | undefined> {
  try {
    return await answerOf(call);
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    if (failure instanceof SyntaxError)
      throw new UnexpectedAnswer('The answer is not JSON.', { cause: failure });
    throw new ConnectionLost('No response arrived.', { cause: failure });
  }
}

/** Whether the server says that nobody is signed in. */
export function isSignedOut(failure: unknown): boolean {
  return failure instanceof Refusal && failure.status === 401;
}
