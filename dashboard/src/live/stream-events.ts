/** An event of the stream, without the data of its subject: pages read again what it concerns. */
export interface StreamEvent {
  /** Its `sequence`: where a stream that breaks off goes on. */
  readonly id: string;
  /** As in `order.paid`. */
  readonly type: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** The operator, customer or API key who did it; absent for the server itself. */
  readonly actorId: string | undefined;
}

/** The events in the text of a stream of server-sent events, which arrives in pieces of any size. */
export async function* eventsIn(stream: ReadableStream<string>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += piece.value;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const event = eventOf(message);
      if (event !== undefined) yield event;
    }
  }
}

/** The event of a message; `undefined` for what only keeps the connection open. */
function eventOf(message: string): StreamEvent | undefined {
  const data = lineOf(message, 'data');
  if (data === undefined) return undefined;
  const event: unknown = JSON.parse(data);
  const subject = memberOf(event, 'subject');
  return {
    id: lineOf(message, 'id') ?? '',
    type: String(memberOf(event, 'type')),
    subject: { type: String(memberOf(subject, 'type')), id: String(memberOf(subject, 'id')) },
    actorId: textOf(memberOf(memberOf(event, 'actor'), 'id')),
  };
}

function lineOf(message: string, name: string): string | undefined {
  const start = `${name}: `;
  return message
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.slice(start.length);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
