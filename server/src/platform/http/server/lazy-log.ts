import type { FastifyBaseLogger } from 'fastify';
import type { Log } from '../../log.ts';

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * The log of one request, whose lines carry the request's id. Most requests write none: a child of the process's log
 * costs more than many a request does, so it is made with the first line.
 */
export class LazyLog implements FastifyBaseLogger {
  readonly #parent: Log;
  readonly #bindings: Record<string, unknown>;
  #child: Log | undefined;

  constructor(parent: Log, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  silent(): void {}

  child(...parameters: Parameters<Log['child']>): FastifyBaseLogger {
    return this.#log().child(...parameters);
  }

  #log(): Log {
    return (this.#child ??= this.#parent.child(this.#bindings));
  }

  #write(level: Level, line: readonly unknown[]): void {
    if (!this.#parent.isLevelEnabled(level)) return;
    const log = this.#log();
    Reflect.apply(log[level], log, line);
  }
}
