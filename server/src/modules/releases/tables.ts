/** The systems a file is made for. */
export type ReleasePlatform = 'Universal' | 'Windows' | 'Mac' | 'Linux' | 'iOS' | 'Android';

export interface ReleaseRow {
  readonly accountId: string;
  readonly productId: string;
  /** Semantic version, `major.minor.patch`. */
  readonly version: string;
  /** The changelog. */
  readonly description: string | null;
  /** Absent until the release is published. */
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
}

/** A file of a release. */
export interface ReleaseDownload {
  readonly accountId: string;
  readonly productId: string;
  readonly version: string;
  /** Names the file in URLs; unique in the release. */
  readonly downloadKey: string;
  /** The file name that a customer sees. */
  readonly name: string;
  readonly platform: ReleasePlatform;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Where the bytes are in the storage. */
  readonly storageKey: string;
}

export interface ReleaseTables {
  releases: ReleaseRow;
  releaseDownloads: ReleaseDownload;
}

/** What is read of products, which the catalogue owns: the release that customers get. */
export interface CurrentReleaseTables extends ReleaseTables {
  products: { readonly accountId: string; readonly id: string; readonly currentVersion: string | null };
}
