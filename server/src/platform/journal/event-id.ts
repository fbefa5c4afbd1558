import { randomBytes } from 'node:crypto';

let latest = 0;
let counter = 0;

/**
 * A UUIDv7 of the current time, which sorts after the ids that this process created in the same millisecond: a counter
 * of 26 bits follows the time, then 48 random bits. Ids therefore sort by the time of their events.
 */
export function eventId(at: Date): string {
  const time = at.getTime();
  counter = time === latest ? counter + 1 : 0;
  latest = time;
  const high = ((counter >>> 14) & 0xfff).toString(16).padStart(3, '0');
  const low = (0x8000 | (counter & 0x3fff)).toString(16);
  return `${timePart(time)}-7${high}-${low}-${randomBytes(6).toString('hex')}`;
}

/** The lowest id that an event of this moment, or a later one, can have. */
export function firstIdOf(at: Date): string {
  return `${timePart(at.getTime())}-7000-8000-000000000000`;
}

function timePart(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
