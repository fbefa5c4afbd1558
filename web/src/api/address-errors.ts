import type { Problem } from '@latchkey/sdk';

const PREFIX = 'address.';

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: Pick<Problem, 'errors'>;
  readonly response: Response;
}

/** The outcome of a call, whose messages about `address.postCode` are those of a field `postCode` of the page. */
export function withAddressFields<Data>({ error, ...outcome }: Outcome<Data>): Outcome<Data> {
  if (error === undefined) return outcome;
  const errors = Object.entries(error.errors ?? {}).map(([path, messages]): [string, string[]] => [
    path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    messages,
  ]);
  return { ...outcome, error: { ...error, errors: Object.fromEntries(errors) } };
}
