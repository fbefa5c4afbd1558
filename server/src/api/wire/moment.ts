import { Type } from '../../kernel/schema.ts';
import { parseMoment } from '../../kernel/moment.ts';

/** A moment in ISO-8601; answers are in UTC with milliseconds (wire contract section 1). */
export const Moment = Type.String({ format: 'date-time' });

/** The moment that a text of this schema names; without a time zone it is in UTC. */
export function momentOf(text: string): Date;
export function momentOf(text: string | undefined): Date | undefined;
export function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment === undefined)
    throw new RangeError('the schema of the route lets a text pass that is no moment');
  return moment;
}
