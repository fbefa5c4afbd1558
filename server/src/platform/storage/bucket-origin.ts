import type { S3Config } from '../config.ts';

/** Where links to upload into a bucket lead, such as `https://files.s3.eu-central-1.amazonaws.com`; undefined without one. */
export function bucketOrigin(config: S3Config | undefined): string | undefined {
  if (config === undefined) return undefined;
  const { bucket, region, endpoint = `https://s3.${region}.amazonaws.com`, usesPathStyle } = config;
  const { protocol, host } = new URL(endpoint);
  return usesPathStyle ? `${protocol}//${host}` : `${protocol}//${bucket}.${host}`;
}
