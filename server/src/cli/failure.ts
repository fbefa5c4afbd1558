import process from 'node:process';
import { CommanderError } from 'commander';
import { Problem } from '../kernel/problem.ts';
import { ConfigError } from '../platform/config.ts';
import { databaseFailure, failureReason } from '../platform/database/errors.ts';

/** 0: done. 1: failed. 2: the command or the configuration is wrong. */
export const EXIT_FAILURE = 1;
export const EXIT_USAGE = 2;
/** 3: done, except for some entries that were refused. */
const EXIT_PARTIAL = 3;

/** The arguments of a command are invalid, so it cannot start. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command was only partly successful: the message names the rest. */
export class PartialSuccess extends Error {
  override readonly name = 'PartialSuccess';
}

/** Ends a command with a message for a person and a specific exit code. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Reports an error on stderr, for a person and without a stack, and returns the exit code. */
export function reportFailure(error: unknown): number {
  // Commander has printed its own message, and `--help` and `--version` end the same way.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  console.error(`latchkey: ${describeFailure(error)}`);
  if (isDebugging() && error instanceof Error) console.error(error.stack);
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof PartialSuccess) return EXIT_PARTIAL;
  return error instanceof ConfigError || error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
}

function describeFailure(error: unknown): string {
  if (error instanceof Problem) return describeProblem(error);
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portInUse(error);
  const file = fileFailure(error);
  if (file !== undefined) return file;
  if (databaseFailure(error) === 'unavailable') return `the database cannot be used: ${failureReason(error)}`;
  return error.message;
}

const FILE_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder, but a file is needed',
  ENOTDIR: 'this is a file, but a folder is needed',
  EEXIST: 'this already exists',
  EACCES: 'permission denied',
};

/** A file or folder named in a command; a missing socket belongs to the database. */
function fileFailure(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const sentence = FILE_FAILURES[code];
  if (sentence === undefined || ('syscall' in error && error.syscall === 'connect')) return undefined;
  return 'path' in error && typeof error.path === 'string' ? `${error.path}: ${sentence}` : sentence;
}

function portInUse(error: Error): string {
  const port = 'port' in error ? ` ${String(error.port)}` : '';
  return `port${port} is already in use, perhaps by another Latchkey server: stop that program, or choose another port with PORT (LATCHKEY_METRICS_ADDRESS for that of /metrics)`;
}

/** The detail contains the title's information, and more. */
function describeProblem({ title, detail, instance, errors = {} }: Problem): string {
  const name = instance === undefined ? title : `${title}: ${instance}`;
  const heading = detail ?? name;
  const issues = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => `\n  - ${path} ${message}`),
  );
  return `${heading}${issues.join('')}`;
}

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
}
