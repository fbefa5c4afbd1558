import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import type { Activation, License, LicensingTables, Trial } from '../tables.ts';

/** A device with the license that it uses, or used. */
export interface DeviceMatch
  extends Pick<Activation, 'id' | 'licenseId' | 'deviceName' | 'status'>, Pick<License, 'productId'> {}

interface DeviceSearch {
  readonly accountId: string;
  readonly text: string;
  readonly most: number;
}

/** Sorts after every character of a name, on both engines. */
const LAST_CHARACTER = '\u{10ffff}';

/** Devices whose name begins with the text, in any case, by name and then by id. */
export function devicesByName(db: Reader, { accountId, text, most }: DeviceSearch): Promise<DeviceMatch[]> {
  const { name, isMatch } = nameBegins('activations.deviceName', text);
  return matches(db, { accountId, isMatch }).orderBy(name).orderBy('activations.id').limit(most).execute();
}

/** Devices with this signature, by id. */
export function devicesBySignature(
  db: Reader,
  { accountId, text, most }: DeviceSearch,
): Promise<DeviceMatch[]> {
  const isMatch = sql<boolean>`${sql.ref('activations.deviceSignature')} = ${text}`;
  return matches(db, { accountId, isMatch }).orderBy('activations.id').limit(most).execute();
}

/** Trials on devices whose name begins with the text, in any case, by name and then by id. */
export function trialsByName(db: Reader, { accountId, text, most }: DeviceSearch): Promise<Trial[]> {
  const { name, isMatch } = nameBegins('deviceName', text);
  return trialsOf(db, accountId).where(isMatch).orderBy(name).orderBy('id').limit(most).execute();
}

/** Trials on the device with this signature, newest first. */
export function trialsBySignature(db: Reader, { accountId, text, most }: DeviceSearch): Promise<Trial[]> {
  return trialsOf(db, accountId)
    .where('deviceSignature', '=', text)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

function trialsOf(db: Reader, accountId: string) {
  return db.tables<LicensingTables>().selectFrom('trials').selectAll().where('accountId', '=', accountId);
}

/** A name as it is sorted, and whether it begins with a text, in any case. */
function nameBegins(column: string, text: string) {
  const name = sql<string>`lower(${sql.ref(column)})`;
  const isMatch = sql<boolean>`${name} >= lower(${text}) and ${name} < lower(${text + LAST_CHARACTER})`;
  return { name, isMatch };
}

function matches(
  db: Reader,
  { accountId, isMatch }: { readonly accountId: string; readonly isMatch: RawBuilder<boolean> },
) {
  return db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.accountId', '=', 'activations.accountId')
        .onRef('licenses.id', '=', 'activations.licenseId'),
    )
    .select([
      'activations.id',
      'activations.licenseId',
      'activations.deviceName',
      'activations.status',
      'licenses.productId',
    ])
    .where('activations.accountId', '=', accountId)
    .where(isMatch);
}
