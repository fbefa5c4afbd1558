import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnexpectedAnswer } from './answer.ts';
import { readSeatPage } from './seats.ts';

const SEAT = {
  id: 'a-1',
  licenseId: 'l-1',
  name: 'Old laptop',
  activationMethod: 'Online',
  status: 'Active',
  lastValidatedAt: '2026-03-01T10:00:00.000Z',
};

describe('readSeatPage', () => {
  it('reads the devices that hold a seat and leaves out those that were released', () => {
    const items = [SEAT, { ...SEAT, id: 'a-2', status: 'Revoked' }];
    assert.deepEqual(readSeatPage({ items, hasMore: false, next: null }), {
      seats: [
        {
          id: 'a-1',
          licenseId: 'l-1',
          deviceName: 'Old laptop',
          method: 'Online',
          lastValidatedAt: new Date('2026-03-01T10:00:00.000Z'),
          canRelease: true,
        },
      ],
      next: undefined,
    });
  });

  it('knows which devices are the vendor’s to release, and tries where the server does not say', () => {
    const items = [true, false, undefined, null].map((canRelease) => ({ ...SEAT, canRelease }));
    const { seats } = readSeatPage({ items });
    assert.deepEqual(
      seats.map(({ canRelease }) => canRelease),
      [true, false, true, true],
    );
  });

  it('finds the next page', () => {
    assert.equal(readSeatPage({ items: [], next: '/api/more' }).next, '/api/more');
  });

  it('refuses what it does not understand', () => {
    for (const change of [{ status: 'Lost' }, { lastValidatedAt: 'yesterday' }, { name: null }]) {
      assert.throws(() => readSeatPage({ items: [{ ...SEAT, ...change }] }), UnexpectedAnswer);
    }
  });
});
