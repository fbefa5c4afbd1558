import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOrigin } from './bucket-origin.ts';

const BUCKET = {
  bucket: 'files',
  region: 'eu-central-1',
  endpoint: undefined,
  accessKeyId: undefined,
  secretAccessKey: undefined,
  usesPathStyle: false,
};

test('a bucket is a host of its own, or below that of its service', () => {
  assert.equal(bucketOrigin(undefined), undefined);
  assert.equal(bucketOrigin(BUCKET), 'https://files.s3.eu-central-1.amazonaws.com');
  assert.equal(bucketOrigin({ ...BUCKET, bucket: 'my.files' }), 'https://s3.eu-central-1.amazonaws.com');
  assert.equal(
    bucketOrigin({ ...BUCKET, region: 'cn-north-1' }),
    'https://files.s3.cn-north-1.amazonaws.com.cn',
  );
  const own = { ...BUCKET, endpoint: 'http://storage.example:9000/path' };
  assert.equal(bucketOrigin(own), 'http://files.storage.example:9000');
  assert.equal(bucketOrigin({ ...own, usesPathStyle: true }), 'http://storage.example:9000');
});
