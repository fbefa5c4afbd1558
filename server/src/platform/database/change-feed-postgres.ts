import pg from 'pg';
import type { Log } from '../log.ts';
import { CHANGE_CHANNEL, changeKey, readVersion } from './record-change.ts';
import type { ChangeFeed, Reader } from './database.ts';

const RECONNECT_MS = 1_000;
const HEARTBEAT_MS = 5_000;

/** A version that is being read, or was read; cached until the feed reports a change. */
interface VersionRead {
  readonly version: Promise<number>;
  result?: number;
}

/**
 * Caches versions and lets PostgreSQL notify when one rises (LISTEN/NOTIFY), so that a check costs no query. While the
 * listening connection is down every check queries the database; a heartbeat detects a connection that was lost
 * silently.
 */
export class ListeningChangeFeed implements ChangeFeed {
  readonly #reader: Reader;
  readonly #config: pg.ClientConfig;
  readonly #log: Log;
  readonly #versions = new Map<string, VersionRead>();
  readonly #heartbeat: NodeJS.Timeout;
  #listening: pg.Client | undefined;
  #connecting: Promise<void>;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(reader: Reader, config: pg.ClientConfig, log: Log) {
    this.#reader = reader;
    // The time limits of the pool do not apply to a waiting connection; if a heartbeat stays unanswered, the connection
    // is lost.
    const limits = {
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      query_timeout: HEARTBEAT_MS,
    };
    this.#config = { ...config, ...limits };
    this.#log = log;
    this.#connecting = this.#connect();
    this.#heartbeat = setInterval(
      () => void this.#listening?.query('select 1').catch(() => this.#lose()),
      HEARTBEAT_MS,
    );
    this.#heartbeat.unref();
  }

  version(accountId: string, topic: string): Promise<number> {
    if (this.#listening === undefined) return readVersion(this.#reader, accountId, topic);
    const key = changeKey(accountId, topic);
    const current = this.#versions.get(key);
    if (current !== undefined) return current.version;
    const read: VersionRead = { version: readVersion(this.#reader, accountId, topic) };
    this.#versions.set(key, read);
    read.version.then(
      (version) => (read.result = version),
      () => this.#versions.delete(key),
    );
    return read.version;
  }

  peek(accountId: string, topic: string): number | undefined {
    return this.#listening && this.#versions.get(changeKey(accountId, topic))?.result;
  }

  /** Drops the versions that this process has changed itself, without waiting for the notification. */
  forget(changed: Iterable<string>): void {
    for (const key of changed) this.#versions.delete(key);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    await this.#connecting;
    await this.#listening?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config);
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'the change feed lost its connection');
      this.#lose();
    });
    client.on('end', () => this.#lose());
    client.on('notification', ({ payload }) => this.#versions.delete(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANGE_CHANNEL}`);
      this.#versions.clear();
      this.#listening = client;
    } catch {
      await client.end().catch(() => undefined);
      this.#lose();
    }
  }

  /** No cached version is trusted until a new connection listens. */
  #lose(): void {
    const connection = this.#listening;
    this.#listening = undefined;
    this.#versions.clear();
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    connection
      ?.removeAllListeners('end')
      .end()
      .catch(() => undefined);
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, RECONNECT_MS);
    this.#retry.unref();
  }
}
