import { Type } from 'typebox';

/** A moment: ISO-8601 with a time zone; answers are in UTC with milliseconds (wire contract section 1). */
export const Moment = Type.String({ format: 'date-time' });

export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
