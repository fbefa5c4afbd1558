export { type EventHooks, eventsFollower, NEW_EVENTS } from './derive-events.ts';
export { eventBody, type EventBody } from './event-body.ts';
export { type EventType, type Resource, subjectIds } from './event-type.ts';
export { operatorPerson, unprovenBuyer } from './people.ts';
export {
  countEvents,
  eventsWithoutData,
  findEvent,
  findEvents,
  lastSequence,
  listEvents,
  purgeOldEvents,
} from './queries.ts';
export type { EventRow } from './tables.ts';
