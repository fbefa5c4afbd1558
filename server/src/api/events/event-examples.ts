import type { EventBody } from '../../modules/events/index.ts';
import examples from './event-examples.json' with { type: 'json' };

/** An example of each type of event, from a test in which all of them happen. */
export const EVENT_EXAMPLES: Readonly<Record<string, EventBody>> = examples;
