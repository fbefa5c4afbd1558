import { describeMove, type HostMoves } from '../modules/licensing/index.ts';
import { ask } from './ask.ts';

/** The option of every command that lets a host lead to another account. */
export const CONFIRM_MOVE = [
  '--confirm <number>',
  'number of affected devices, as the command reports it; without it the command asks',
] as const;

/**
 * An application that reaches another account gets 400 `InvalidLicenseToken`, and deletes the license: before hosts
 * move, the command asks for the number of affected activations. Rejects when it is not confirmed.
 */
export async function confirmMoves(
  { moves, devices }: HostMoves,
  confirm: string | undefined,
): Promise<void> {
  if (devices === 0) return;
  // stdout is reserved for the result of the command.
  for (const move of moves) console.error(describeMove(move));
  console.error(`Devices with an active activation or a trial affected: ${devices}.`);
  const typed =
    confirm ?? (await ask('Enter this number to continue: ', `confirm with --confirm ${devices}`));
  if (typed === String(devices)) return;
  throw new Error(`"${typed}" is not the number of devices, which is ${devices}: nothing was changed`);
}
