import { notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import { setCurrentVersion } from '../catalog/index.ts';
import { recordReleaseEvent } from './events.ts';
import { findRelease, markPublished } from './store.ts';
import type { ReleaseRow } from './tables.ts';

/**
 * Makes a release available to customers and the product's current one (core API, Release publication). A release
 * that was published before keeps its date. Raises `NotFound` for an unknown release.
 */
export function publishRelease(
  ctx: Context,
  { productId, version }: { readonly productId: string; readonly version: string },
): Promise<ReleaseRow> {
  const now = ctx.clock.now();
  return transaction(ctx, async (tx) => {
    const release = await findRelease(tx, ctx.account.id, productId, version);
    if (release === undefined) throw notFound({ detail: `There is no release ${version} of ${productId}.` });
    await publishIn(tx, release, now);
    return { ...release, publishedAt: release.publishedAt ?? now };
  });
}

/** The same inside a transaction that made or changed the release. */
export async function publishIn(tx: CommandTx, release: ReleaseRow, now: Date): Promise<void> {
  await markPublished(tx, release, now);
  await setCurrentVersion(tx, release);
  const { productId, version } = release;
  recordReleaseEvent(tx, { type: 'release.published', subjects: { product: productId }, data: { version } });
}
