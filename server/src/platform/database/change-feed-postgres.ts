import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { ChangeFeed, Reader } from './database.ts';
import { DatabaseUnavailable, failureReason } from './errors.ts';
import { CHANGE_CHANNEL, changeKey, notify, readVersion } from './record-change.ts';

const RECONNECT_MS = 1_000;
/** The time between two heartbeats, and the time within which each must come back. */
const HEARTBEAT_MS = 5_000;
const LONGEST_SILENCE_SECONDS = 15;
const DEAF =
  'Notifications of PostgreSQL do not arrive: connect to it directly, or through a pooler that pools sessions and not transactions.';

/** A notification was sent and did not arrive. */
class Deaf extends Error {}

/** A version that is being read, or was read; cached until the feed reports a change. */
interface VersionRead {
  readonly version: Promise<number>;
  result?: number;
}

/**
 * Caches versions and lets PostgreSQL notify when one changes (LISTEN/NOTIFY), so that a check costs no query. While
 * the listening connection is down every check queries the database.
 *
 * A heartbeat, a notification that the feed sends to itself through another connection, detects a connection that was
 * lost silently, and a pooler that drops notifications. Nothing is cached before the first one has come back.
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
  /** Called with each heartbeat that arrives. */
  #hear: (text: string) => void = () => undefined;
  #heardAt = performance.now();
  #isDeaf = false;

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
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
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

  /** Rejects when a connection listens, but hears nothing. */
  async ready(): Promise<void> {
    await this.#connecting;
    if (this.#isDeaf) throw new DatabaseUnavailable(DEAF);
  }

  /** Seconds since the last heartbeat came back, or since the start. */
  heartbeatAge(): number {
    return (performance.now() - this.#heardAt) / 1_000;
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
    client.on('notification', ({ payload = '' }) => {
      this.#versions.delete(payload);
      this.#hear(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANGE_CHANNEL}`);
      await this.#echo();
      this.#versions.clear();
      this.#listening = client;
    } catch (error) {
      if (error instanceof Deaf) this.#reportDeaf();
      await client.end().catch(() => undefined);
      this.#lose();
    }
  }

  async #beat(): Promise<void> {
    const listening = this.#listening;
    if (listening === undefined) return;
    try {
      await listening.query('select 1');
      await this.#echo();
    } catch (error) {
      if (this.#listening !== listening) return;
      // Who found no free connection to send one says nothing about the listening one.
      if (!(error instanceof Deaf) && this.heartbeatAge() < LONGEST_SILENCE_SECONDS) return;
      this.#log.warn({ reason: failureReason(error) }, 'the change feed has no heartbeat: connecting again');
      this.#lose();
    }
  }

  /** Sends a notification and resolves when it has come back; raises `Deaf` if it was sent, but does not. */
  async #echo(): Promise<void> {
    const heartbeat = `heartbeat ${randomUUID()}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#hear = (text) => text === heartbeat && resolve();
    await notify(this.#reader, heartbeat);
    const patience = setTimeout(() => reject(new Deaf('no notification arrives')), HEARTBEAT_MS);
    await promise.finally(() => clearTimeout(patience));
    this.#heardAt = performance.now();
    this.#isDeaf = false;
  }

  #reportDeaf(): void {
    if (!this.#isDeaf) this.#log.error(DEAF);
    this.#isDeaf = true;
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
