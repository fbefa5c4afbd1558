import { tabView } from './tab-view.ts';
import { takeFirstAnswer } from '@latchkey/ui/first-answers.ts';

/** The API is on the host of the page. */
export const OWN_HOST = '';

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

/** Sends a request of the page; it fails when the response is not complete within half a minute. */
export async function send(request: Request): Promise<Response> {
  if (tabView !== undefined) {
    const { refusalInView } = await import('./view-refusal.ts');
    const refusal = refusalInView(request);
    if (refusal !== undefined) return refusal;
  }
  const first = takeFirstAnswer(request);
  if (first !== undefined) return first;
  // Mails that the request causes are in the language of the page.
  request.headers.set('accept-language', document.documentElement.lang);
  return fetch(request, {
    // The API never redirects; following one would carry the token somewhere else.
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS)]),
  });
}
