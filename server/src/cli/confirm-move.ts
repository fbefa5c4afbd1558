import {
  type Account,
  accountByHost,
  accountIdWithoutDomains,
  findDefaultAccount,
  hostName,
} from '../modules/accounts/index.ts';
import { devicesInUse } from '../modules/licensing/index.ts';
import type { System } from '../platform/system.ts';
import { ask } from './ask.ts';

/** The option of every command that lets a host lead to another account. */
export const CONFIRM_MOVE = [
  '--confirm <number>',
  'number of affected devices, as the command reports it; without it the command asks',
] as const;

/**
 * An application that reaches another account is told 400 `InvalidLicenseToken`, and deletes the license: the number of
 * activations that this may happen to is asked for before the default account changes. Rejects when it is not confirmed.
 */
export async function confirmNewDefault(
  system: System,
  account: Account,
  confirm: string | undefined,
): Promise<void> {
  const before = await findDefaultAccount(system);
  if (before === undefined || before.id === account.id) return;
  await confirmMoves(
    system,
    [{ from: before.id, host: 'a host that names no account', to: account.id }],
    confirm,
  );
}

/** The same for custom domains that are removed from the account. */
export async function confirmRemoval(
  system: System,
  { id, domains }: Account,
  names: readonly string[],
  confirm: string | undefined,
): Promise<void> {
  const moves: Move[] = [];
  for (const host of names.map(hostName)) {
    if (!domains.includes(host)) continue;
    const to = await accountIdWithoutDomains(system, host);
    if (to !== id) moves.push({ from: id, host, to });
  }
  await confirmMoves(system, moves, confirm);
}

/**
 * The same for new custom domains of the account, which led to another one before: nobody can tell whether applications
 * were built with such a host, so every host counts that is no domain yet.
 */
export async function confirmAddition(
  system: System,
  { id }: Pick<Account, 'id'>,
  names: readonly string[],
  confirm: string | undefined,
): Promise<void> {
  const moves: Move[] = [];
  for (const host of names.map(hostName)) {
    const from = await accountByHost(system, host);
    // A custom domain of another account is refused later on.
    if (from === undefined || from.id === id || from.domains.includes(host)) continue;
    moves.push({ from: from.id, host, to: id });
  }
  await confirmMoves(system, moves, confirm);
}

/** A host that leads to another account from now on, or to none. */
interface Move {
  readonly from: string;
  readonly host: string;
  readonly to: string | undefined;
}

async function confirmMoves(
  system: System,
  moves: readonly Move[],
  confirm: string | undefined,
): Promise<void> {
  let affected = 0;
  for (const id of new Set(moves.map(({ from }) => from))) affected += await devicesInUse(system, { id });
  if (affected === 0) return;
  // stdout belongs to the result of the command.
  for (const move of moves) console.error(describe(move));
  console.error(`Devices with an active activation or a trial affected: ${affected}.`);
  const typed =
    confirm ?? (await ask('Enter this number to continue: ', `confirm with --confirm ${affected}`));
  if (typed === String(affected)) return;
  throw new Error(`"${typed}" is not the number of devices, which is ${affected}: nothing was changed`);
}

function describe({ from, host, to }: Move): string {
  return to === undefined
    ? `Applications of account ${from} that use ${host} would reach no account, and could not renew license tokens.`
    : `Applications of account ${from} that use ${host} would reach account ${to}, which refuses their license ` +
        "tokens for good: they delete their customers' licenses.";
}
