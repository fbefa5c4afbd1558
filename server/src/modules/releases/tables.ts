/** The operating systems of a file. */
export type ReleasePlatform = 'Universal' | 'Windows' | 'Mac' | 'Linux' | 'iOS' | 'Android';

/** The processors of a file; `Unknown` where the vendor gives none, `Universal` for all of the platform. */
export type ReleaseArch = 'Unknown' | 'Universal' | 'X86' | 'X64' | 'Arm' | 'Arm64';

/** The vendor's signatures of a file, for the updaters of applications; the keys are the vendor's. */
interface DownloadSignatures {
  /** Ed25519 of the file, in base64, in the format of Sparkle's `sign_update`. */
  readonly sparkle?: string;
  /** The content of the `.sig` file of Tauri: a minisign signature in base64. */
  readonly tauri?: string;
}

/** The facts about a file that updaters need. */
export interface UpdateFacts {
  readonly arch: ReleaseArch;
  readonly signatures: DownloadSignatures | null;
  /** The version that Sparkle compares, where it is not that of the release: the `CFBundleVersion`. */
  readonly buildVersion: string | null;
  /** The lowest version of the operating system that the file runs on. */
  readonly minimumSystemVersion: string | null;
}

export interface ReleaseRow {
  readonly accountId: string;
  readonly productId: string;
  /** Semantic version, `major.minor.patch`. */
  readonly version: string;
  /** The parts of `version`, for sorting. */
  readonly versionMajor: number;
  readonly versionMinor: number;
  readonly versionPatch: number;
  /** The update channel: `stable` is for everybody, others are for users who choose them. */
  readonly channel: string;
  /** The changelog. */
  readonly description: string | null;
  /** Versions of the product below this one are no longer supported, as of this release. */
  readonly minimumVersion: string | null;
  /** It is for every license that covers an earlier version with the same major and minor number. */
  readonly isSecurityFix: boolean;
  /** Absent until the release is published. */
  readonly publishedAt: Date | null;
  /** The time since when customers can no longer download it. */
  readonly yankedAt: Date | null;
  readonly yankReason: string | null;
  /** Incremented with every change; the `ETag` of a release derives from it. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** A file of a release; its size, hash and place never change. */
export interface ReleaseDownload extends UpdateFacts {
  readonly accountId: string;
  readonly productId: string;
  readonly version: string;
  /** The key of the file, which names it in URLs. */
  readonly downloadKey: string;
  /** The file name that a customer sees. */
  readonly name: string;
  readonly platform: ReleasePlatform;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The key of the bytes in the storage. */
  readonly storageKey: string;
}

/** A completely stored file. */
export interface FileRow {
  readonly accountId: string;
  /** The key of its upload. */
  readonly key: string;
  readonly sizeBytes: number;
  /** lower-case hexadecimal */
  readonly sha256: string;
  /** Lower-case hexadecimal, for update feeds; absent on older files. */
  readonly sha1: string | null;
  readonly sha512: string | null;
  readonly contentType: string;
  readonly storageKey: string;
  readonly storedAt: Date;
  /** The time since when no release has had it; absent while one has. */
  readonly unusedSince: Date | null;
}

/** An expected file, until some time after its links have expired. */
export interface UploadRow {
  readonly accountId: string;
  readonly key: string;
  readonly contentType: string;
  /** The announced size; absent: any size up to the limit. */
  readonly sizeBytes: number | null;
  /** The announced hash, lower-case hexadecimal. */
  readonly sha256: string | null;
  /** The size of each part but the last one; absent where the file is sent as a whole. */
  readonly partBytes: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The deadline of the request that sends its file or joins its parts. */
  readonly assembledUntil: Date | null;
}

/** The deadline of the request that sends this part of an upload. */
export interface PartHoldRow {
  readonly accountId: string;
  readonly key: string;
  readonly number: number;
  readonly heldUntil: Date;
}

export interface ReleaseTables {
  releases: ReleaseRow;
  releaseDownloads: ReleaseDownload;
  releaseFiles: FileRow;
  uploads: UploadRow;
  uploadPartHolds: PartHoldRow;
}

/** The part of the products, owned by the catalogue, that is read here: the release that customers get. */
export interface CurrentReleaseTables extends ReleaseTables {
  products: { readonly accountId: string; readonly id: string; readonly currentVersion: string | null };
}
