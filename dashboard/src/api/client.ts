import { type Client, createClient, Refusal } from '@latchkey/sdk';
import { answer, done } from '@latchkey/ui/failures/answer.ts';
import { dropFirstAnswers, takeFirstAnswer } from '@latchkey/ui/first-answers.ts';
import { confirmIdentity } from './confirmation.ts';

export { answer, done };

/** The server takes the session from no page that does not send this. */
const OWN_HEADER = 'latchkey-dashboard';

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

/**
 * The API on the host of the page, with the session of the operator, which the browser sends by itself. A request that
 * needs the password again asks for it, and is then sent once more.
 */
export const api: Client = createClient({ baseUrl: '', fetch: (request) => sendAsOperator(request) });

interface FileOptions {
  readonly method?: 'POST' | 'PUT';
  /** How long it may take; as any other request without it. */
  readonly timeoutMilliseconds?: number;
}

/** Sends a file as it is to a path of the API. Raises what `done` raises. */
export function sendFile(path: string, file: File, options: FileOptions = {}): Promise<void> {
  return done(sendBytes(path, file, options));
}

/** Opens a stream of the API, which has no end of its own. Raises what `fetch` raises; the caller looks at the status. */
export function openStream(
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(path, {
    redirect: 'error',
    cache: 'no-store',
    headers: { ...headers, [OWN_HEADER]: '1' },
    signal,
  });
}

/** Lines of JSON on their way, and how to stop. */
interface LinesOptions {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly timeoutMilliseconds: number;
}

/** Sends lines of JSON to a path of the API; resolves to the lines of the answer. Raises what `answer` raises. */
export function sendLines(
  path: string,
  body: string,
  { idempotencyKey, signal, timeoutMilliseconds }: LinesOptions,
): Promise<string> {
  const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': idempotencyKey };
  const call = async () => {
    const request = new Request(path, { method: 'POST', body, headers, signal });
    const response = await sendAsOperator(request, timeoutMilliseconds);
    const text = await response.text();
    if (response.ok) return { data: text, response };
    const error: unknown = JSON.parse(text);
    return { error, response };
  };
  return answer(call());
}

async function sendBytes(path: string, file: File, { method = 'POST', timeoutMilliseconds }: FileOptions) {
  const headers = { 'content-type': file.type };
  const request = new Request(path, { method, body: file, headers });
  const response = await sendAsOperator(request, timeoutMilliseconds);
  const body: unknown = await response.json();
  return response.ok ? { data: body, response } : { error: body, response };
}

async function sendAsOperator(
  request: Request,
  timeoutMilliseconds = ANSWER_TIMEOUT_MILLISECONDS,
): Promise<Response> {
  request.headers.set(OWN_HEADER, '1');
  if (request.method === 'GET') return takeFirstAnswer(request) ?? send(request, timeoutMilliseconds);
  dropFirstAnswers();
  const again = request.clone();
  const response = await send(request, timeoutMilliseconds);
  return (await wantsConfirmation(response)) && (await confirmIdentity())
    ? send(again, timeoutMilliseconds)
    : response;
}

function send(request: Request, timeoutMilliseconds: number): Promise<Response> {
  return fetch(request, {
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMilliseconds)]),
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
