/** The systems a file is made for. */
export type ReleasePlatform = 'Universal' | 'Windows' | 'Mac' | 'Linux' | 'iOS' | 'Android';

/** The processors a file is made for; `Unknown` where the vendor does not say, `Universal` for all of the platform. */
export type ReleaseArch = 'Unknown' | 'Universal' | 'X86' | 'X64' | 'Arm' | 'Arm64';

/** The vendor's signatures of a file, for the updaters of applications; the keys are the vendor's. */
export interface DownloadSignatures {
  /** Ed25519 of the file, in base64, as `sign_update` of Sparkle prints it. */
  readonly sparkle?: string;
  /** The content of the `.sig` file of Tauri: a minisign signature in base64. */
  readonly tauri?: string;
}

/** The facts about a file that updaters need. */
export interface UpdateFacts {
  readonly arch: ReleaseArch;
  readonly signatures: DownloadSignatures | null;
  /** The version by which Sparkle compares, where it is not that of the release: the `CFBundleVersion`. */
  readonly buildVersion: string | null;
  /** The lowest version of the operating system that the file runs on. */
  readonly minimumSystemVersion: string | null;
}

export interface ReleaseRow {
  readonly accountId: string;
  readonly productId: string;
  /** Semantic version, `major.minor.patch`. */
  readonly version: string;
  /** The parts of `version`, by which releases are sorted. */
  readonly versionMajor: number;
  readonly versionMinor: number;
  readonly versionPatch: number;
  /** The update channel: `stable` is for everybody, others are for users who choose them. */
  readonly channel: string;
  /** The changelog. */
  readonly description: string | null;
  /** Versions of the product below this one are not supported any more, as of this release. */
  readonly minimumVersion: string | null;
  /** Absent until the release is published. */
  readonly publishedAt: Date | null;
  /** Customers do not get it any more since then. */
  readonly yankedAt: Date | null;
  readonly yankReason: string | null;
  /** Rises with every change; what an `ETag` of the release is made of. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** A file of a release; size, hash and place are those of the file for good. */
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

/** A file that is stored as a whole. */
export interface FileRow {
  readonly accountId: string;
  /** The key of the upload that it came by. */
  readonly key: string;
  readonly sizeBytes: number;
  /** lower-case hexadecimal */
  readonly sha256: string;
  /** Lower-case hexadecimal, for update feeds; absent on files of before there were any. */
  readonly sha1: string | null;
  readonly sha512: string | null;
  readonly contentType: string;
  readonly storageKey: string;
  readonly storedAt: Date;
  /** No release has had it since then; absent while one has. */
  readonly unusedSince: Date | null;
}

/** A file that is expected, until some time after its links have expired. */
export interface UploadRow {
  readonly accountId: string;
  readonly key: string;
  readonly contentType: string;
  /** The announced size; absent: any size up to the limit. */
  readonly sizeBytes: number | null;
  /** The announced hash, lower-case hexadecimal. */
  readonly sha256: string | null;
  /** The size of each part but the last one; absent where the file comes as a whole. */
  readonly partBytes: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Somebody sends its file or joins its parts, at the latest until then. */
  readonly assembledUntil: Date | null;
}

/** Somebody sends this part of an upload, at the latest until then. */
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

/** The part of the products, which the catalogue owns, that is read here: the release that customers get. */
export interface CurrentReleaseTables extends ReleaseTables {
  products: { readonly accountId: string; readonly id: string; readonly currentVersion: string | null };
}
