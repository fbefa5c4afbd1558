import type { TestApp } from './harness.ts';
import type { Merchant } from './merchant.ts';
import { uploadFile } from './uploads.ts';

/** Signatures in the right format. */
export const SPARKLE_SIGNATURE = `${'A1b/'.repeat(21)}+Q==`;
export const TAURI_SIGNATURE = Buffer.from(
  'untrusted comment: signature from tauri secret key\nRUTest\ntrusted comment: timestamp:1\nend\n',
).toString('base64');

/** A file of a release in the form that the Core API takes, without its key. */
export interface NewFile {
  readonly name: string;
  readonly platform: string;
  readonly arch?: string;
  readonly signatures?: object;
  readonly buildVersion?: string;
  readonly minimumSystemVersion?: string;
}

/** The facts of a release without its files. */
export interface ReleaseFacts {
  readonly productId: string;
  readonly version: string;
  readonly isPublished?: boolean;
  readonly description?: string;
  readonly channel?: string;
  readonly minimumSupportedVersion?: string;
}

/**
 * Uploads files and publishes a release with them over the Core API; the bytes of each contain its name and version.
 */
export async function publish(
  app: TestApp,
  merchant: Merchant,
  { productId, version, isPublished = true, ...facts }: ReleaseFacts,
  files: readonly NewFile[],
): Promise<void> {
  const [major, minor, patch] = version.split('.').map(Number);
  const downloads: object[] = [];
  for (const file of files)
    downloads.push({ ...file, key: await uploadFile(app, merchant, `${file.name} of ${version}`) });
  const query = isPublished ? '?publishImmediately=true' : '';
  await merchant.call('POST', `/api/products/${productId}/releases/new${query}`, {
    version: { major, minor, patch },
    downloads,
    ...facts,
  });
}
