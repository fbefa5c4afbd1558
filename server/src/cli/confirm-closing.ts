import { notFound } from '../kernel/problem.ts';
import type { Account, StoreClosure } from '../modules/accounts/index.ts';
import { ask } from './ask.ts';

interface ContentsOfAccount {
  readonly customers: number;
  readonly licenses: number;
}

/** What closing the store of an account does, in sentences. */
export function closingText(
  { id, name }: Pick<Account, 'id' | 'name'>,
  mode: StoreClosure,
  { customers, licenses }: ContentsOfAccount,
): string {
  const effect = {
    Closed:
      'Applications get 410 StoreClosed, and lock once their grace is over. Reopening the store undoes it.',
    Released:
      'At its next validation, each application with a perpetual license gets a token that it keeps for good: no ' +
      'revocation or refund reaches it after that. Reopening the store does not take these tokens back. Licenses ' +
      'that expire stay as they are.',
  }[mode];
  return (
    `Account ${id} (${name}) has ${customers} customers and ${licenses} licenses. Its shop stops selling, and nothing is ` +
    `deleted. ${effect}`
  );
}

interface Closing {
  readonly id: string;
  readonly mode: StoreClosure;
  /** The id, from the command line: nobody is asked. */
  readonly confirm: string | undefined;
}

/** Asks twice, for the id of the account and for what happens. Raises `NotFound` when either is not the right one. */
export async function confirmClosing(
  { id, mode, confirm }: Closing,
  answerTo: typeof ask = ask,
): Promise<void> {
  const typed =
    confirm ?? (await answerTo('Enter the id of the account to close it: ', 'repeat the id with --confirm'));
  if (typed !== id) throw notFound({ detail: `"${typed}" is not ${id}: nothing was changed` });
  if (confirm !== undefined) return;
  const again = await answerTo(`Enter ${mode} if that is what you want: `, 'repeat the id with --confirm');
  if (again !== mode) throw notFound({ detail: `"${again}" is not ${mode}: nothing was changed` });
}
