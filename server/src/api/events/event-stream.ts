import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { refuseIssues } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { lastSequence, listEvents, NEW_EVENTS } from '../../modules/events/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { eventAnswer, TypePattern, typesOf } from './events.ts';
import { createOpenStreams } from './open-streams.ts';

const PAGE = 100;
const SEQUENCE = /^\d{1,15}$/;
/** Other processes add events, too: this long they may go unnoticed. */
const LOOK_EVERY_MS = 1_000;
/** After so many looks without events, the key is checked, and something is sent: that keeps proxies from closing the connection. */
const RECHECK_EVERY = 3;

type Recheck = (request: FastifyRequest) => Promise<void>;

/**
 * Events as they happen (server-sent events). `recheck` raises an error once the API key may read them no longer, and
 * renews the caller of the request: an event shows what they may read when it is sent.
 */
export function registerEventStream(app: App, system: System, recheck: Recheck): void {
  const streams = createOpenStreams();
  app.addHook('preClose', async () => streams.endAll());
  app.route({
    method: 'GET',
    url: '/api/events/stream',
    // It would never end.
    exposeHeadRoute: false,
    config: { access: access.vendor('events:read') },
    schema: {
      operationId: 'streamEvents',
      summary: 'Events as they happen',
      description:
        'Server-sent events: `id` is the `sequence`, `event` the type, and `data` the event as JSON. It begins with the next event, or after `Last-Event-ID`. The server may end the stream at any time, such as when it restarts: connect again with the last id. It breaks off when the API key is revoked or expires, or the session of the dashboard ends. Each event shows what the key, or the operator, may read when it is sent. A key, or an operator, can hold 5 streams at a time on a server, and all keys together 20, as can all operators, unless the settings `limits.eventStreamsPerKey` and `limits.eventStreams` say otherwise: one more is 429.',
      tags: ['Events'],
      querystring: Type.Object({ type: Type.Optional(TypePattern) }),
      headers: Type.Object({
        'last-event-id': Type.Optional(
          Type.String({
            title: 'LastEventId',
            description: 'The `sequence` of the last event that you have received.',
          }),
        ),
      }),
      response: {
        200: textAnswer('Events.', Type.Unsafe<Readable>({ type: 'string' }), 'text/event-stream'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const place = await placeOf(request, request.query.type);
      const ending = streams.open(request);
      const pieces = piecesOf(system, request, { ...place, recheck, signal: ending.signal });
      const stream = Readable.from(pieces, { objectMode: false });
      stream.once('close', () => ending.abort());
      // A connection that is kept would keep a server that stops.
      return reply
        .headers({ 'cache-control': 'no-store', connection: 'close' })
        .type('text/event-stream; charset=utf-8')
        .send(stream);
    },
  });
}

interface Following {
  readonly after: number;
  readonly types: readonly string[] | undefined;
  readonly recheck: Recheck;
  readonly signal: AbortSignal;
}

/** Where a stream begins, and the types that it has. Raises `InvalidInput`. */
async function placeOf(
  request: FastifyRequest,
  type: string | undefined,
): Promise<Pick<Following, 'after' | 'types'>> {
  const types = type === undefined ? undefined : typesOf(type);
  const lastId = request.headers['last-event-id'];
  const isSequence = lastId === undefined || SEQUENCE.test(String(lastId));
  refuseIssues({
    type: types?.length === 0 ? [`has no events: there is no type ${type}`] : [],
    'Last-Event-ID': isSequence ? [] : ['must be the sequence of an event'],
  });
  return { types, after: lastId === undefined ? await lastSequence(request.context) : Number(lastId) };
}

async function* piecesOf(
  { database }: System,
  request: FastifyRequest,
  { after, types, recheck, signal }: Following,
): AsyncGenerator<string> {
  const news = newsOf(database, signal);
  try {
    // Proxies and clients see at once that the stream is open.
    yield ': events\n\n';
    let last = after;
    for (let looks = 1; !signal.aborted; looks += 1) {
      const events = await listEvents(request.context, { after: last, types, limit: PAGE });
      const isDue = looks % RECHECK_EVERY === 0;
      if (isDue || events.length > 0) await recheck(request);
      for (const event of events) {
        last = event.sequence;
        const data = JSON.stringify(eventAnswer(request.caller, event));
        yield `id: ${event.sequence}\nevent: ${event.type}\ndata: ${data}\n\n`;
      }
      if (events.length === PAGE) continue;
      if (isDue) yield ': nothing new\n\n';
      await news.next();
    }
  } finally {
    news.close();
  }
}

/** Resolves `next` when this process adds events, after a second, or when the stream ends. */
function newsOf(database: System['database'], signal: AbortSignal) {
  let hasNews = false;
  let wake: () => void = () => undefined;
  const tell = (): void => {
    hasNews = true;
    wake();
  };
  const ignore = database.listen(NEW_EVENTS, tell);
  signal.addEventListener('abort', tell);
  return {
    next: async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (hasNews || signal.aborted) resolve();
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      await promise;
      clearTimeout(timer);
      hasNews = false;
    },
    close: ignore,
  };
}
