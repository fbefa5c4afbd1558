import { type Static, Type } from '../../kernel/schema.ts';
import { type AccountContext, accountUrl, pageOfProduct } from '../../modules/accounts/index.ts';
import { type ReleaseDownload, type ReleaseRow, SIGNATURE_FORMS } from '../../modules/releases/index.ts';
import { strict } from './catalog.ts';
import { downloadPath } from './product.ts';

const nullableMoment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);

export const Platform = Type.Enum(['Universal', 'Windows', 'Linux', 'Mac', 'iOS', 'Android'], {
  title: 'Platform',
});

const Arch = Type.Enum(['Unknown', 'Universal', 'X86', 'X64', 'Arm', 'Arm64'], { title: 'Arch' });

const Signatures = Type.Object(
  {
    sparkle: Type.Optional(
      Type.String({
        ...SIGNATURE_FORMS.sparkle,
        description: 'For Sparkle and WinSparkle: Ed25519, in base64.',
      }),
    ),
    tauri: Type.Optional(
      Type.String({
        ...SIGNATURE_FORMS.tauri,
        description: 'For Tauri: the content of the `.sig` file.',
      }),
    ),
  },
  {
    ...strict,
    title: 'DownloadSignatures',
    description: 'The vendor’s signatures of the file, for updaters. The private keys stay with the vendor.',
  },
);

const updateFields = {
  arch: Type.Optional(Arch),
  signatures: Type.Optional(Signatures),
  buildVersion: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z.+-]{1,50}$',
      errorMessage: 'must be a version or a build number of at most 50 characters, such as 1042',
      description:
        'The version by which Sparkle compares (`CFBundleVersion`), where it is not that of the release.',
    }),
  ),
  minimumSystemVersion: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,5}(\\.[0-9]{1,7}){0,3}$',
      errorMessage: 'must be a version such as 13.0 or 10.0.19041',
      description: 'The lowest version of the operating system that the file runs on.',
    }),
  ),
};

/** A file for a release (core API, Product releases); the key names its upload. */
export const DownloadInput = Type.Object(
  {
    name: Type.String({ description: 'File name that customers see.' }),
    key: Type.String({
      maxLength: 100,
      description: 'From `POST /api/downloads/prepare`, once the file is uploaded.',
    }),
    platform: Platform,
    ...updateFields,
  },
  { ...strict, title: 'NewDownload' },
);

const ReleaseDownloadAnswer = Type.Object(
  {
    name: Type.String({ description: 'File name that customers see.' }),
    key: Type.String({ description: 'Of the upload; unique in the account.' }),
    platform: Platform,
    ...updateFields,
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({ description: 'Of the file, lower-case hexadecimal.' }),
    downloadUrl: Type.String({ format: 'uri', description: 'The same as that of the release.' }),
    hostedDownloadUrl: Type.String({ format: 'uri', description: 'The same as that of the release.' }),
    directUrl: Type.String({
      format: 'uri',
      description: 'Redirects to the file; `downloadAccess` of the product decides who gets it.',
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
    securityFix: Type.Boolean({ description: 'Whether licenses of earlier versions of its line cover it.' }),
    minimumSupportedVersion: Type.Union([Type.String(), Type.Null()], {
      description: 'Lower versions of the product are no longer supported.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    publishedAt: nullableMoment,
    yankedAt: nullableMoment,
    yankReason: nullableText,
    downloadUrl: Type.String({
      format: 'uri',
      description:
        'The page of the product in the vendor’s own shop (`productPageUrl`), or where only `storefrontUrl` is set that shop, or else the same as `hostedDownloadUrl`.',
    }),
    hostedDownloadUrl: Type.String({
      format: 'uri',
      description: 'The page of the product in the customer’s account.',
    }),
    downloads: Type.Array(ReleaseDownloadAnswer),
  },
  { title: 'Release' },
);

/** The wire form of a release with its files. */
export function releaseAnswer(
  { config, account }: AccountContext,
  release: ReleaseRow,
  files: readonly ReleaseDownload[],
): Static<typeof ReleaseAnswer> {
  const baseUrl = accountUrl(config, account);
  const hosted = `${baseUrl}/account/products/${release.productId}`;
  const { productPageUrl, storefrontUrl } = account.settings;
  const own = productPageUrl === undefined ? storefrontUrl : pageOfProduct(productPageUrl, release.productId);
  const pages = { downloadUrl: own ?? hosted, hostedDownloadUrl: hosted };
  return {
    version: release.version,
    channel: release.channel,
    description: release.description,
    securityFix: release.isSecurityFix,
    minimumSupportedVersion: release.minimumVersion,
    createdAt: release.createdAt.toISOString(),
    publishedAt: release.publishedAt?.toISOString() ?? null,
    yankedAt: release.yankedAt?.toISOString() ?? null,
    yankReason: release.yankReason,
    ...pages,
    downloads: files.map((file) => ({
      name: file.name,
      key: file.downloadKey,
      platform: file.platform,
      arch: file.arch,
      ...(file.signatures !== null && { signatures: file.signatures }),
      ...(file.buildVersion !== null && { buildVersion: file.buildVersion }),
      ...(file.minimumSystemVersion !== null && { minimumSystemVersion: file.minimumSystemVersion }),
      size: file.sizeBytes,
      sha256: file.sha256,
      ...pages,
      directUrl: baseUrl + downloadPath(file),
    })),
  };
}
