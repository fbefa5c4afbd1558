import assert from 'node:assert/strict';
import type { TestApp } from './harness.ts';

/** The result of a line. */
export interface ImportResult {
  readonly line: number;
  readonly status: string;
  readonly id?: string;
  readonly errors?: Record<string, string[]>;
}

/** The end of a response. */
export interface ImportSummary {
  readonly completed: boolean;
  readonly lines: number;
  readonly created: number;
  readonly exists: number;
  readonly invalid: number;
  /** The reason for the end. */
  readonly problem?: { readonly status: number };
}

export interface ImportAnswer {
  readonly results: ImportResult[];
  readonly summary: ImportSummary;
}

/** The request body of an import. */
export function ndjson(lines: readonly unknown[]): string {
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** Sends imports of an account with a key. */
export function importsOf(app: TestApp, headers: Record<string, string>) {
  return async (
    kind: string,
    payload: string,
    { query = '', ...more }: { readonly query?: string; readonly 'idempotency-key'?: string } = {},
  ): Promise<ImportAnswer> => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/import/${kind}${query}`,
      headers: { ...headers, 'content-type': 'application/x-ndjson', ...more },
      payload,
    });
    assert.equal(response.statusCode, 200, response.body);
    assert.match(String(response.headers['content-type']), /^application\/x-ndjson/);
    return importAnswer(response.body);
  };
}

/** Reads the response of an import. */
export function importAnswer(body: string): ImportAnswer {
  const lines = body.trimEnd().split('\n');
  const { summary }: { summary: ImportSummary } = JSON.parse(lines.pop() ?? '');
  return { results: lines.map((line): ImportResult => JSON.parse(line)), summary };
}

export function statuses(results: readonly ImportResult[]): string[] {
  return results.map(({ status }) => status);
}
