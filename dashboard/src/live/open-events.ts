import { openStream } from '../api/client.ts';
import { StreamRefused } from './follow-events.ts';

/**
 * The text of the stream of events, after the event with this id, or from the next one on. Raises `StreamRefused` where the
 * role or the session does not include it.
 */
export async function openEvents(
  after: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<string>> {
  const headers = after === undefined ? {} : { 'last-event-id': after };
  const response = await openStream('/api/events/stream', headers, signal);
  if (response.status === 401 || response.status === 403) throw new StreamRefused();
  if (!response.ok || response.body === null)
    throw new TypeError(`the stream is answered with ${response.status}`);
  return response.body.pipeThrough(new TextDecoderStream());
}
