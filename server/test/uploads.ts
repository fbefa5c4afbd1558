import assert from 'node:assert/strict';
import type { Response } from 'light-my-request';
import type { TestApp } from './harness.ts';
import type { Merchant } from './merchant.ts';

/** A prepared upload, as returned by the Core API. */
export interface Upload {
  readonly key: string;
  readonly status: string;
  readonly url?: string;
  readonly size?: number;
  readonly sha256?: string;
  readonly partSize?: number;
  readonly expiresAt: string;
  readonly parts?: readonly {
    readonly number: number;
    readonly size: number;
    readonly isStored: boolean;
    readonly url?: string;
  }[];
}

export const BINARY = 'application/octet-stream';

/** Prepares an upload; `query` adds to the content type. */
export function prepare(merchant: Merchant, query = '', contentType = BINARY): Promise<Upload> {
  return merchant.call(
    'POST',
    `/api/downloads/prepare?contentType=${encodeURIComponent(contentType)}${query}`,
  );
}

/** Sends bytes to a link of the server. */
export function putTo(
  app: TestApp,
  url: string | undefined,
  payload: Buffer | string,
  contentType = BINARY,
): Promise<Response> {
  assert.ok(url);
  const { pathname, search } = new URL(url);
  return app.inject({
    method: 'PUT',
    url: pathname + search,
    headers: { 'content-type': contentType },
    payload,
  });
}

/** Uploads a file and returns its key. */
export async function uploadFile(app: TestApp, merchant: Merchant, content: string): Promise<string> {
  const { key, url } = await prepare(merchant);
  const answer = await putTo(app, url, content);
  assert.equal(answer.statusCode, 200, answer.body);
  return key;
}
