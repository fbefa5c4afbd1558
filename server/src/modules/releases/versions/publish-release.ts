import type { CommandContext } from '../../accounts/index.ts';
import type { ReleaseRow } from '../tables.ts';
import { inRelease, type ReleaseTarget } from './change-release.ts';
import { publishIn } from './current-release.ts';

/**
 * Makes a release available to customers, and one of the channel `stable` the product's current one (core API, Release
 * publication). An already published release keeps its date. Raises `NotFound`, `StaleRevision` and `ReleaseYanked`.
 */
export function publishRelease(ctx: CommandContext, target: ReleaseTarget): Promise<ReleaseRow> {
  return inRelease(ctx, target, publishIn);
}
