import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../kernel/problem.ts';
import { type Grant, refuseEscalation } from './grantor.ts';

const SOON = new Date('2026-03-02T00:00:00Z');
const LATER = new Date('2026-04-02T00:00:00Z');
const TABLE: readonly [grantor: Grant | undefined, grant: Grant, isAllowed: boolean][] = [
  [undefined, { scopes: ['*'], expiresAt: null }, true],
  [{ scopes: ['*'], expiresAt: null }, { scopes: ['*', 'audit:read'], expiresAt: null }, true],
  [{ scopes: ['settings:write'], expiresAt: null }, { scopes: ['settings:write'], expiresAt: null }, true],
  [{ scopes: ['settings:write'], expiresAt: null }, { scopes: ['*'], expiresAt: null }, false],
  [{ scopes: ['settings:write'], expiresAt: null }, { scopes: ['settings:read'], expiresAt: null }, false],
  [{ scopes: ['*'], expiresAt: SOON }, { scopes: ['*'], expiresAt: SOON }, true],
  [{ scopes: ['*'], expiresAt: LATER }, { scopes: ['*'], expiresAt: SOON }, true],
  [{ scopes: ['*'], expiresAt: SOON }, { scopes: ['*'], expiresAt: LATER }, false],
  [{ scopes: ['*'], expiresAt: SOON }, { scopes: ['*'], expiresAt: null }, false],
];

for (const [index, [grantor, grant, isAllowed]] of TABLE.entries()) {
  test(`a key gives no more than it has: case ${index + 1}`, () => {
    const attempt = () => refuseEscalation(grantor, grant);
    if (isAllowed) assert.doesNotThrow(attempt);
    else assert.throws(attempt, (error) => error instanceof Problem && error.status === 403);
  });
}
