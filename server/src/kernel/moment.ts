import { Type } from './schema.ts';

/** A moment in ISO-8601; responses are in UTC with milliseconds (wire contract section 1). */
export const Moment = Type.String({ format: 'date-time' });

/** The moment that a text of this schema represents; without a time zone it is in UTC. */
export function momentOf(text: string): Date;
export function momentOf(text: string | undefined): Date | undefined;
export function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment === undefined) throw new RangeError('the schema lets a text pass that is no moment');
  return moment;
}

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?$/;

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a date is of the years 1 to 9999 in UTC: others are stored by no database, or have another form in ISO-8601. */
export function isInYears(date: Date): boolean {
  return date.getTime() >= FIRST_MS && date.getTime() <= LAST_MS;
}

/**
 * The time that an ISO-8601 text represents; `undefined` when it is invalid, such as the 30th of February, or outside
 * the years 1 to 9999 in UTC. Without a time zone it is in UTC, regardless of the machine's time zone (wire contract
 * section 1).
 */
export function parseMoment(text: string): Date | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const zone = match.groups?.['zone'] ?? '';
  const local = text
    .slice(0, text.length - zone.length)
    .toUpperCase()
    .replace(' ', 'T');
  if (daysOfMonth(Number(year), Number(month)) < Number(day)) return undefined;
  const date = new Date(`${local}${isoZone(zone)}`);
  return isInYears(date) ? date : undefined;
}

function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `+0200` and `+02` are the zone that a `Date` reads as `+02:00`. */
function isoZone(zone: string): string {
  if (zone === '' || zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2) || '00'}`;
}
