import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';

/** A moment: ISO-8601 with a time zone; answers are in UTC with milliseconds (wire contract section 1). */
export const Moment = Type.String({ format: 'date-time' });

/** Query of the lists that can be narrowed down to a product and to a time of creation (core API). */
export const creationQuery = {
  ...pageQuery,
  productFilter: Type.Optional(Type.String({ description: 'Only of this product.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this moment.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Created after this moment.' })),
};

export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
