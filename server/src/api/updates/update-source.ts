import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import type { Product } from '../../modules/catalog/index.ts';
import type { ReleaseArch, ReleasePlatform, Update, UpdateFile } from '../../modules/releases/index.ts';

/** The data for every feed: a product with its updates, the highest version first. */
export interface UpdateSource {
  readonly product: Pick<Product, 'id' | 'name' | 'website'>;
  readonly updates: readonly Update[];
  /** Absolute URL of a file; it ends with the name of the file, by which updaters tell files apart. */
  readonly fileUrl: (file: UpdateFile) => string;
}

/** The source of the feeds of a product. */
export function updateSource(ctx: Context, product: Product, updates: readonly Update[]): UpdateSource {
  const baseUrl = `${accountUrl(ctx.config, ctx.account)}/api/public/updates/${product.id}/files`;
  return {
    product,
    updates,
    fileUrl: ({ version, platform, name }) => `${baseUrl}/${version}/${platform}/${encodeURIComponent(name)}`,
  };
}

/** The files of an update for a platform: its own, and where it has none the universal ones. */
export function platformFiles({ files }: Update, platform: ReleasePlatform): readonly UpdateFile[] {
  const own = files.filter((file) => file.platform === platform);
  return own.length > 0 ? own : files.filter((file) => file.platform === 'Universal');
}

/**
 * The files that run on a processor: its own, and where there are none, those for all processors or an unstated one.
 */
export function archFiles(files: readonly UpdateFile[], arch: ReleaseArch): readonly UpdateFile[] {
  const own = files.filter((file) => file.arch === arch);
  return own.length > 0 ? own : files.filter((file) => file.arch === 'Universal' || file.arch === 'Unknown');
}
