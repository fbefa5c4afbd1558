import { transaction } from '../../../platform/context/context.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { CATALOG_TOPIC, lockProduct, type ProductRow } from '../../catalog/index.ts';
import { releaseNotFound } from '../problems.ts';
import type { ReleaseRow } from '../tables.ts';
import { findRelease, type ReleaseChanges, updateRelease } from './store-releases.ts';

/** The release to change, and the revision that the caller has seen. */
export interface ReleaseTarget {
  readonly productId: string;
  readonly version: string;
  /** Another revision is refused; absent: any is accepted. */
  readonly expectedRevision?: number | undefined;
}

/** The state of a release to change, under the lock of its product. */
export interface LockedRelease {
  readonly release: ReleaseRow;
  readonly product: ProductRow;
}

/**
 * Changes a release in one transaction, under the lock of its product. Raises `NotFound`, `StaleRevision`, and the
 * problems of the change.
 */
export function inRelease(
  ctx: CommandContext,
  { productId, version, expectedRevision }: ReleaseTarget,
  change: (tx: CommandTx, locked: LockedRelease) => Promise<ReleaseRow>,
): Promise<ReleaseRow> {
  return transaction(ctx, async (tx) => {
    const product = await lockProduct(tx, productId);
    const release = await findRelease(tx, ctx.account.id, productId, version);
    if (release === undefined) throw releaseNotFound(productId, version);
    checkRevision(release, expectedRevision);
    return change(tx, { release, product });
  });
}

/** Saves fields of a release as its next revision, and makes every process reload the current files. */
export async function saveRelease(
  tx: CommandTx,
  release: ReleaseRow,
  changes: ReleaseChanges,
): Promise<ReleaseRow> {
  const next = { ...changes, revision: release.revision + 1 };
  await updateRelease(tx, release, next);
  await recordChange(tx, release.accountId, CATALOG_TOPIC);
  return { ...release, ...next };
}
