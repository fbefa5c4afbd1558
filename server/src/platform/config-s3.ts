/** A bucket of an S3-compatible service. */
export interface S3Config {
  readonly bucket: string;
  /** Base URL of the service, which customers reach, too; absent: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Absent: the SDK looks where it always does, such as the role of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** The bucket stands in the path of URLs, not in their host. */
  readonly usesPathStyle: boolean;
}
