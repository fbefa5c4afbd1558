import pg from 'pg';
import type { Log } from '../log.ts';
import { CHANGE_CHANNEL, type ChangeFeed, changeKey, readVersion } from './change-feed.ts';
import type { Reader } from './database.ts';

const RECONNECT_MS = 1_000;

export interface ListeningChangeFeed extends ChangeFeed {
  /** Asks the database again about what this process has changed itself: the notification takes a moment. */
  forget(changed: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/**
 * Keeps versions in memory and lets PostgreSQL tell when one rises (LISTEN/NOTIFY), so that asking costs no query.
 * While the listening connection is down every question goes to the database.
 */
export function listeningChangeFeed(reader: Reader, config: pg.ClientConfig, log: Log): ListeningChangeFeed {
  const versions = new Map<string, Promise<number>>();
  let listening: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lost = (client: pg.Client) => (): void => {
    if (listening === client) listening = undefined;
    versions.clear();
    client.removeAllListeners('end');
    if (isClosed) return;
    clearTimeout(retry);
    retry = setTimeout(() => void listen(), RECONNECT_MS);
    retry.unref();
  };

  const listen = async (): Promise<void> => {
    // Statements of this connection wait for nothing and run for ever: the pool's time limits are not for it.
    const client = new pg.Client({ ...config, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
    client.on('error', (error) => log.warn({ err: error }, 'the change feed lost its connection'));
    client.on('end', lost(client));
    client.on('notification', ({ payload }) => versions.delete(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANGE_CHANNEL}`);
      versions.clear();
      listening = client;
      if (isClosed) await client.end();
    } catch {
      await client.end().catch(() => undefined);
      lost(client)();
    }
  };

  const started = listen();
  return {
    version(accountId, topic) {
      if (listening === undefined) return readVersion(reader, accountId, topic);
      const key = changeKey(accountId, topic);
      const known = versions.get(key);
      if (known !== undefined) return known;
      const asked = readVersion(reader, accountId, topic);
      versions.set(key, asked);
      asked.catch(() => versions.delete(key));
      return asked;
    },
    forget(changed) {
      for (const key of changed) versions.delete(key);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await started;
      await listening?.end();
    },
  };
}
