import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { disputeStatusAfter, refundStatusAfter } from './refund-state.ts';

test('the status of a refund and of a dispute after each report', () => {
  const refunds = ['Pending', 'Succeeded', 'Failed'] as const;
  const disputes = ['Open', 'Won', 'Lost'] as const;
  assert.deepEqual(
    refunds.map((status) => refunds.map((report) => refundStatusAfter(status, report))),
    [
      ['Pending', 'Succeeded', 'Failed'],
      ['Succeeded', 'Succeeded', 'Failed'],
      ['Failed', 'Failed', 'Failed'],
    ],
  );
  assert.deepEqual(
    disputes.map((status) => disputes.map((report) => disputeStatusAfter(status, report))),
    [
      ['Open', 'Won', 'Lost'],
      ['Won', 'Won', 'Lost'],
      ['Lost', 'Won', 'Lost'],
    ],
  );
});

test('reports that are repeated, late or out of order end in the same status', () => {
  const reports = fc.array(fc.constantFrom('Pending', 'Succeeded', 'Failed'), { minLength: 1 });
  fc.assert(
    fc.property(
      reports.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([inOrder, shuffled]) => {
        const after = (list: typeof inOrder) => list.reduce(refundStatusAfter, 'Pending');
        assert.equal(after(shuffled), after([...inOrder, ...inOrder]));
      },
    ),
  );
});
