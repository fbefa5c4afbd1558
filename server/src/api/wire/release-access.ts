import { Type } from '../../kernel/schema.ts';
import { Moment } from './moment.ts';

/** What licenses cover where they do not cover everything (policies section 1). */
export const ReleaseAccessBody = Type.Object(
  {
    updatesUntil: Type.Optional(Moment),
    upToMajor: Type.Optional(Type.Integer({ description: 'The highest major version that is covered.' })),
    upToVersion: Type.Optional(Type.String({ description: 'The highest version that ended updates cover.' })),
  },
  { title: 'ReleaseAccess' },
);
