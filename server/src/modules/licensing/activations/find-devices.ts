import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import {
  type DeviceMatch,
  devicesByName,
  devicesBySignature,
  trialsByName,
  trialsBySignature,
} from '../store/device-search.ts';
import type { Trial } from '../tables.ts';

interface DeviceSearch {
  readonly text: string;
  readonly most: number;
}

/**
 * Devices, released ones too, whose signature is the text or whose name begins with it, in any case: at most `most`,
 * those with the signature first.
 */
export async function findDevices(ctx: QueryContext, search: DeviceSearch): Promise<DeviceMatch[]> {
  const [db, at] = [readerOf(ctx), { accountId: ctx.account.id, ...search }];
  return firstOf(await Promise.all([devicesBySignature(db, at), devicesByName(db, at)]), search.most);
}

/**
 * Trials, also of nobody, on devices whose signature is the text or whose name begins with it, in any case: at most
 * `most`, those with the signature first.
 */
export async function findTrialsOfDevices(ctx: QueryContext, search: DeviceSearch): Promise<Trial[]> {
  const [db, at] = [readerOf(ctx), { accountId: ctx.account.id, ...search }];
  return firstOf(await Promise.all([trialsBySignature(db, at), trialsByName(db, at)]), search.most);
}

/** The first rows of both, each once. */
function firstOf<Row extends { readonly id: string }>(
  [exact, alike]: readonly [readonly Row[], readonly Row[]],
  most: number,
): Row[] {
  const ids = new Set(exact.map(({ id }) => id));
  return [...exact, ...alike.filter(({ id }) => !ids.has(id))].slice(0, most);
}
