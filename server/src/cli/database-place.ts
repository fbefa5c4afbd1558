import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../platform/config.ts';

/**
 * The unit that docs/guide/going-live.md installs, unless `LATCHKEY_UNIT` names another one. Unlike the environment file,
 * everybody can read it.
 */
const SERVICE_UNIT = '/etc/systemd/system/latchkey.service';

type Place = Pick<Config, 'dataDir' | 'databaseLocation'>;

/**
 * Guards the start of a database in the default data folder on a machine whose service has another one: it would get a
 * secret of its own, and the command would appear to work. An environment that names a place is
 * trusted. Raises `ConfigError`, which says where the configuration is.
 */
export function refuseSecondDatabase(place: Place, env: Readonly<Record<string, string | undefined>>): void {
  const unit = env['LATCHKEY_UNIT'] || SERVICE_UNIT;
  const isChosen = [env['LATCHKEY_DATA_DIR'], env['DATABASE_URL']].some(Boolean);
  if (isChosen || hasDatabase(place) || !existsSync(unit)) return;
  throw new ConfigError([
    `there is no database in ${place.dataDir}, and ${unit} configures the one of this machine: ` +
      'use "latchkey <command>", which has the settings of the service (docs/guide/going-live.md installs it), ' +
      'or set LATCHKEY_DATA_DIR for a second instance',
  ]);
}

/**
 * Guards a command that works on what exists. Raises `ConfigError` like `refuseSecondDatabase`, and if there is no
 * database.
 */
export function requireDatabase(place: Place, env: Readonly<Record<string, string | undefined>>): void {
  refuseSecondDatabase(place, env);
  if (hasDatabase(place)) return;
  throw new ConfigError([
    `there is no database in ${place.dataDir}: set LATCHKEY_DATA_DIR to the data folder of your server, ` +
      'or create a new one with "latchkey serve" or "latchkey migrate"',
  ]);
}

/**
 * Whether the file of SQLite exists; for a database server, whether the data folder with the files of releases does.
 */
function hasDatabase({ dataDir, databaseLocation }: Place): boolean {
  return existsSync(/^postgres(?:ql)?:/.test(databaseLocation) ? dataDir : databaseLocation);
}
