import { answerOf, Refusal } from '@latchkey/sdk';
import { ConnectionLost, UnexpectedAnswer } from './failures.ts';

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * The data of a successful call. Raises `Refusal` (the server refused), `ConnectionLost` (no response) or
 * `UnexpectedAnswer` (a response that is not from the API).
 */
export async function answer<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const data = await outcome(call);
  if (data === undefined || data === null) throw new UnexpectedAnswer('The answer is empty.');
  return data;
}

/** Waits for a call whose success has no content. Raises the same errors as `answer`. */
export async function done(call: Call<unknown>): Promise<void> {
  await outcome(call);
}

async function outcome<Data>(call: Call<Data>): Promise<Data | undefined> {
  try {
    return await answerOf(call);
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    if (failure instanceof SyntaxError)
      throw new UnexpectedAnswer('The answer is not JSON.', { cause: failure });
    throw new ConnectionLost('No response arrived.', { cause: failure });
  }
}
