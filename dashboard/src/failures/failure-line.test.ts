import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { changedNothing } from './failure-line.ts';

test('a refusal changes nothing; after a lost connection or a failing server, nobody knows', () => {
  for (const status of [400, 401, 403, 404, 409, 412, 429])
    assert(changedNothing(refusal(status)), String(status));
  for (const failure of [new ConnectionLost(), refusal(500), refusal(503), new TypeError('x')])
    assert(!changedNothing(failure));
  assert(!changedNothing(refusal(409, {}, '1')), 'the same request still runs');
});
