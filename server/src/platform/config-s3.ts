/** A bucket of an S3-compatible service. */
export interface S3Config {
  readonly bucket: string;
  /** Base URL of the service, which customers reach, too; absent: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Absent: the SDK uses its default sources, such as the role of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** The bucket is in the path of URLs, not in the host. */
  readonly usesPathStyle: boolean;
}
