import type { System } from '../../../platform/system.ts';
import {
  type Account,
  accountByHost,
  accountIdWithoutDomains,
  findDefaultAccount,
  hostName,
} from '../../accounts/index.ts';
import { devicesAffected } from '../problems.ts';
import { countRunningTrials } from '../store/trials.ts';
import { countActiveActivations } from '../store/activations.ts';

/** A host that will lead to another account, or to none. */
interface HostMove {
  readonly from: string;
  readonly host: string;
  readonly to: string | undefined;
}

/** The hosts that a change moves, and the number of devices with a seat or a trial of an account that loses one. */
export interface HostMoves {
  readonly moves: readonly HostMove[];
  readonly devices: number;
}

/** The hosts that move when the account becomes the default one. */
export async function movesOfNewDefault(system: System, { id }: Pick<Account, 'id'>): Promise<HostMoves> {
  const before = await findDefaultAccount(system);
  if (before === undefined || before.id === id) return withDevices(system, []);
  return withDevices(system, [{ from: before.id, host: 'a host that names no account', to: id }]);
}

/** The hosts that move when custom domains are removed from the account. */
export async function movesOfRemoval(
  system: System,
  { id, domains }: Pick<Account, 'id' | 'domains'>,
  names: readonly string[],
): Promise<HostMoves> {
  const moves: HostMove[] = [];
  for (const host of names.map(hostName)) {
    if (!domains.includes(host)) continue;
    const to = await accountIdWithoutDomains(system, host);
    if (to !== id) moves.push({ from: id, host, to });
  }
  return withDevices(system, moves);
}

/**
 * The hosts that move when custom domains are added to the account, from whichever account they led to before. Nobody
 * can tell whether applications were built with such a host, so every host that is not a domain yet counts.
 */
export async function movesOfAddition(
  system: System,
  { id }: Pick<Account, 'id'>,
  names: readonly string[],
): Promise<HostMoves> {
  const moves: HostMove[] = [];
  for (const host of names.map(hostName)) {
    const from = await accountByHost(system, host);
    // A custom domain of another account is refused later on.
    if (from === undefined || from.id === id || from.domains.includes(host)) continue;
    moves.push({ from: from.id, host, to: id });
  }
  return withDevices(system, moves);
}

/** The hosts that move when these custom domains replace the account's own. */
export async function movesOfReplacement(
  system: System,
  account: Pick<Account, 'id' | 'domains'>,
  names: readonly string[],
): Promise<HostMoves> {
  const hosts = names.map(hostName);
  const added = hosts.filter((host) => !account.domains.includes(host));
  const removed = account.domains.filter((host) => !hosts.includes(host));
  const [addition, removal] = [
    await movesOfAddition(system, account, added),
    await movesOfRemoval(system, account, removed),
  ];
  return withDevices(system, [...addition.moves, ...removal.moves]);
}

async function withDevices(system: System, moves: readonly HostMove[]): Promise<HostMoves> {
  let devices = 0;
  for (const id of new Set(moves.map(({ from }) => from))) devices += await devicesInUse(system, { id });
  return { moves, devices };
}

/** Raises `DevicesAffected` unless a change that moves devices in use is confirmed with their number. */
export function refuseUnconfirmed({ moves, devices }: HostMoves, confirm: number | undefined): void {
  if (devices === 0 || confirm === devices) return;
  throw devicesAffected({
    detail: `${moves.map(describeMove).join(' ')} Devices affected: ${devices}. Send confirm=${devices} to continue.`,
  });
}

/** The number of devices with a seat or a trial of the account: each of them renews a license token. */
async function devicesInUse({ database, clock }: System, { id }: Pick<Account, 'id'>): Promise<number> {
  const activations = await countActiveActivations(database.reader, id);
  return activations + (await countRunningTrials(database.reader, id, clock.now()));
}

/** The effect of a move on the applications in use, as a sentence. */
export function describeMove({ from, host, to }: HostMove): string {
  return to === undefined
    ? `Applications of account ${from} that use ${host} would reach no account, and could not renew license tokens.`
    : `Applications of account ${from} that use ${host} would reach account ${to}, which refuses their license ` +
        "tokens for good: they delete their customers' licenses.";
}
