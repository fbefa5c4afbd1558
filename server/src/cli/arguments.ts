import { InvalidArgumentError } from 'commander';
import { ConfigError } from '../platform/config.ts';

/** A whole number from 1 to `most`. Raises `ConfigError`, which names the argument. */
export function numberOf(text: string, name: string, most: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new ConfigError([`${name} must be a whole number from 1 to ${most}`]);
  return value;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A date or a time of ISO 8601, as the parser of an option. */
export function timeOf(text: string): Date {
  const time = new Date(text);
  if (!ISO_TIME.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError(
      'It must be a date such as 2030-01-31, or a time such as 2030-01-31T12:00:00Z.',
    );
  }
  return time;
}
