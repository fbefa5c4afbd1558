import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from '../migrations/index.ts';
import { systemClock } from './kernel/clock.ts';
import { randomIds } from './kernel/ids.ts';
import { contextOf, findDefaultAccount, hasAccounts } from './modules/accounts/index.ts';
import { ORDER_PAYABLES } from './modules/orders/index.ts';
import { PROVIDERS, SETUP_PAYABLES } from './modules/payments/index.ts';
import { activeSigningKey } from './modules/signing-keys/index.ts';
import { METHOD_OWNERS, RECURRING_SALES } from './modules/subscriptions/index.ts';
import { reopenLines } from './modules/withdrawals/index.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { SERVER } from './platform/context/actor.ts';
import { readOrMakeSecret, readSecret } from './platform/crypto/instance-secret.ts';
import { createPasswordHasher, passwordsAtOnce } from './platform/crypto/passwords.ts';
import { openVault, SealBroken } from './platform/crypto/vault.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import type { Database } from './platform/database/database.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { databaseFailure, failureReason } from './platform/database/errors.ts';
import type { Log } from './platform/log.ts';
import { openDiskStorage } from './platform/storage/disk-storage.ts';
import { serverClock } from './platform/server-clock.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { System } from './platform/system.ts';

const DATABASE_PATIENCE_MS = 30_000;
const DATABASE_RETRY_MS = 1_000;

/** The number of sign-ins that may wait in addition to those being hashed. */
const MAX_WAITING_PASSWORDS = 64;

/** A system that is ready for use, and the migrations that were run. */
interface OpenedSystem {
  readonly system: System;
  /** Names of the migrations that ran. */
  readonly migrated: readonly string[];
  /** Waits for running transactions and closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the configured services and brings the schema to the newest version. Waits for a database server that does not
 * respond yet, until `signal` is aborted. Rejects with `DatabaseTooNew` when a newer version has written the database,
 * and with `ConfigError` when the data folder cannot be used, or the instance secret is missing or does not match the
 * database.
 */
export async function openSystem(config: Config, log: Log, signal?: AbortSignal): Promise<OpenedSystem> {
  await prepareDataFolder(config.dataDir);
  const database = await openDatabase({
    location: config.databaseLocation,
    migrations,
    poolSize: config.databasePoolSize,
    log,
    clock: systemClock,
  });
  try {
    const migrated = await migrateWhenReachable(database, log, signal);
    const system: System = {
      config,
      log,
      clock: serverClock(),
      ids: randomIds,
      database,
      vault: openVault(await secretOf(config, database)),
      passwords: createPasswordHasher({
        maxConcurrent: passwordsAtOnce(availableParallelism(), process.env['UV_THREADPOOL_SIZE']),
        maxQueued: MAX_WAITING_PASSWORDS,
      }),
      storage: await openStorage(config),
      payments: {
        providers: PROVIDERS,
        payables: { ...ORDER_PAYABLES, ...SETUP_PAYABLES },
        methodOwners: METHOD_OWNERS,
      },
      orders: { recurring: RECURRING_SALES, refundFailed: reopenLines },
      mailsKey: randomBytes(24).toString('base64url'),
    };
    await checkSecret(system);
    const close = async (): Promise<void> => {
      system.storage.close();
      await database.close();
    };
    return { system, migrated, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the configured storage. The SDK of S3 takes time and memory: it is only loaded for a bucket. */
export async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (s3 === undefined) return openDiskStorage(join(dataDir, 'files'));
  const { openS3Storage } = await import('./platform/storage/s3-storage.ts');
  return openS3Storage(s3);
}

/** Services are started in any order: a database server may need a moment longer than this process. */
async function migrateWhenReachable(
  database: Database,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const deadline = performance.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      return await database.migrate();
    } catch (error) {
      // Waiting does not repair an unusable file.
      const mayPass = database.engine === 'postgres' && databaseFailure(error) === 'unavailable';
      if (!mayPass || performance.now() > deadline) throw error;
      log.warn({ reason: failureReason(error) }, 'the database does not respond yet: retrying');
      await delay(DATABASE_RETRY_MS, undefined, { signal });
    }
  }
}

/** Created for a new database only: the content of an existing one was sealed with a secret that must be restored. */
async function secretOf({ secret, dataDir }: Config, database: Database): Promise<string> {
  const current = secret ?? (await readSecret(dataDir));
  if (current !== undefined) return current;
  if (!(await hasAccounts({ database }))) return readOrMakeSecret(dataDir);
  // Another process that starts now may have created both since.
  const fromOther = await readSecret(dataDir);
  if (fromOther !== undefined) return fromOther;
  throw new ConfigError([
    `the instance secret of this database is missing: give it as LATCHKEY_SECRET, or restore the file "secret" to ${dataDir}`,
  ]);
}

/** A wrong secret is detected here, with a clear message, and not in the first request that needs a key. */
async function checkSecret(system: System): Promise<void> {
  const account = await findDefaultAccount(system);
  if (account === undefined) return;
  try {
    await activeSigningKey(contextOf(system, account, SERVER), 'Access');
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new ConfigError([
      'the instance secret (LATCHKEY_SECRET, or the file "secret" in the data folder) is not the one that this database was written with',
    ]);
  }
}
