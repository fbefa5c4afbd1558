import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Config } from './config.ts';
import type { PasswordHasher } from './crypto/passwords.ts';
import type { Vault } from './crypto/vault.ts';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';
import type { Storage } from './storage/storage.ts';

/**
 * The services of the machine for every use case. Created once in main.ts, or by the test harness with its own clock.
 */
export interface System {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
  readonly vault: Vault;
  readonly passwords: PasswordHasher;
  readonly storage: Storage;
  /** Gives access to the mails at `/dev/mail` while this process runs. */
  readonly mailsKey: string;
}
