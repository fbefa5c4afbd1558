import type { TestEvent } from 'node:test/reporters';

/** A reporter of Node's test runner: the name of each file that fails, one per line. */
export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.nesting === 0) yield `${data.name}\n`;
}
