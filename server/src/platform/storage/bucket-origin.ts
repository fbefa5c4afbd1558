import type { S3Config } from '../config.ts';

/** Where links to upload into a bucket lead, such as `https://files.s3.eu-central-1.amazonaws.com`; undefined without one. */
export function bucketOrigin(config: S3Config | undefined): string | undefined {
  if (config === undefined) return undefined;
  const { bucket, region, endpoint = `https://s3.${region}.${domainOf(region)}`, usesPathStyle } = config;
  const { protocol, host } = new URL(endpoint);
  // No certificate is for a host with further dots, so that such a bucket is in the path.
  const isInPath = usesPathStyle || bucket.includes('.');
  return isInPath ? `${protocol}//${host}` : `${protocol}//${bucket}.${host}`;
}

function domainOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}
