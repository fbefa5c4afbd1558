import { type Static, Type } from '../../kernel/schema.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import type { ReleaseDownload, ReleaseRow } from '../../modules/releases/index.ts';
import { downloadPath } from './product.ts';

const nullableMoment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);

export const Platform = Type.Enum(['Universal', 'Windows', 'Linux', 'Mac', 'iOS', 'Android'], {
  title: 'Platform',
});

const ReleaseDownloadAnswer = Type.Object(
  {
    name: Type.String({ description: 'File name that customers see.' }),
    key: Type.String({ description: 'Of the upload; unique in the account.' }),
    platform: Platform,
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({ description: 'Of the file, lower-case hexadecimal.' }),
    downloadUrl: Type.String({ format: 'uri', description: 'The same as `directUrl`.' }),
    hostedDownloadUrl: Type.String({ format: 'uri', description: 'The same as `directUrl`.' }),
    directUrl: Type.String({
      format: 'uri',
      description: 'Redirects to the file; whom, is up to `downloadAccess` of the product.',
    }),
  },
  { title: 'ReleaseDownload' },
);

/** A version of a product (core API, Product release). */
export const ReleaseAnswer = Type.Object(
  {
    version: Type.String(),
    channel: Type.String({ description: 'Who gets it: `stable` is for everybody.' }),
    description: Type.Union([Type.String(), Type.Null()], { description: 'What is new.' }),
    minimumSupportedVersion: Type.Union([Type.String(), Type.Null()], {
      description: 'Lower versions of the product are not supported any more.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    publishedAt: nullableMoment,
    yankedAt: nullableMoment,
    yankReason: nullableText,
    downloadUrl: Type.String({
      format: 'uri',
      description:
        'The shop of the vendor (`storefrontUrl`), or where there is none the same as `hostedDownloadUrl`.',
    }),
    hostedDownloadUrl: Type.String({ format: 'uri', description: 'The files of this version, as JSON.' }),
    downloads: Type.Array(ReleaseDownloadAnswer),
  },
  { title: 'Release' },
);

/** The wire form of a release with its files. */
export function releaseAnswer(
  { config, account }: Context,
  release: ReleaseRow,
  files: readonly ReleaseDownload[],
): Static<typeof ReleaseAnswer> {
  const baseUrl = accountUrl(config, account);
  const hosted = `${baseUrl}/api/customer/inventory/products/${release.productId}?version=${release.version}`;
  return {
    version: release.version,
    channel: release.channel,
    description: release.description,
    minimumSupportedVersion: release.minimumVersion,
    createdAt: release.createdAt.toISOString(),
    publishedAt: release.publishedAt?.toISOString() ?? null,
    yankedAt: release.yankedAt?.toISOString() ?? null,
    yankReason: release.yankReason,
    downloadUrl: account.settings.storefrontUrl ?? hosted,
    hostedDownloadUrl: hosted,
    downloads: files.map((file) => {
      const url = baseUrl + downloadPath(file);
      return {
        name: file.name,
        key: file.downloadKey,
        platform: file.platform,
        size: file.sizeBytes,
        sha256: file.sha256,
        downloadUrl: url,
        hostedDownloadUrl: url,
        directUrl: url,
      };
    }),
  };
}
