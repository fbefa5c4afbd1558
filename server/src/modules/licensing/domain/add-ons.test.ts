import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOnClaim,
  type AddOnOnDevice,
  hasFreeSeat,
  holdingOfAddOn,
  lacksSeat,
  seatsOfAddOn,
} from './add-ons.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const END = new Date('2026-03-02T12:00:00.900Z');
const EXP = Date.parse('2026-03-02T12:00:00Z') / 1_000;
const NONE: AddOnOnDevice = { productId: 'app.choir', seats: undefined, seat: undefined, trial: undefined };
const SEATS = { total: 3, used: 2 };
const SEAT = { isHeld: true, expiresAt: null };
const RELEASED = { isHeld: false, expiresAt: END };
const RUNNING = { expiresAt: END };
const OVER = { expiresAt: NOW };
const REMAINING = { seats: { ...SEATS, remaining: 1 } };

const cases: [string, Partial<AddOnOnDevice>, ReturnType<typeof holdingOfAddOn>, object][] = [
  ['with a seat', { seats: SEATS, seat: SEAT }, 'Seat', { active: true, trial: false, ...REMAINING }],
  [
    'with a seat that ends',
    { seats: SEATS, seat: { ...SEAT, expiresAt: END } },
    'Seat',
    { active: true, trial: false, exp: EXP, ...REMAINING },
  ],
  [
    'with a seat and a trial',
    { seats: SEATS, seat: SEAT, trial: RUNNING },
    'Seat',
    { active: true, trial: false, ...REMAINING },
  ],
  [
    'on which its seat was released, whatever trial runs',
    { seats: SEATS, seat: RELEASED, trial: RUNNING },
    'Released',
    { active: false, trial: false, revoked: true, ...REMAINING },
  ],
  ['with a trial', { trial: RUNNING }, 'Trial', { active: true, trial: true, exp: EXP }],
  [
    'with a trial, although there are seats',
    { seats: SEATS, trial: RUNNING },
    'Trial',
    { active: true, trial: true, exp: EXP },
  ],
  ['without a seat', { seats: SEATS }, 'NoSeat', { active: false, trial: false, ...REMAINING }],
  [
    'without a seat, whose trial is over',
    { seats: SEATS, trial: OVER },
    'NoSeat',
    { active: false, trial: false, ...REMAINING },
  ],
  [
    'whose trial is over',
    { trial: OVER },
    'TrialOver',
    { active: false, trial: true, exp: Date.parse('2026-03-01T12:00:00Z') / 1_000 },
  ],
  [
    'with a seat of a license that its owner has no more, and a trial that is over',
    { seat: SEAT, trial: OVER },
    'TrialOver',
    { active: false, trial: true, exp: Date.parse('2026-03-01T12:00:00Z') / 1_000 },
  ],
];
for (const [name, facts, holding, claim] of cases) {
  test(`the token of a device ${name} says so`, () => {
    const addOn = { ...NONE, ...facts };
    assert.equal(holdingOfAddOn(addOn, NOW), holding);
    assert.deepEqual(addOnClaim(addOn, NOW, 'Online'), { id: 'choir', ...claim });
    const { seats: _, ...offline } = { seats: undefined, ...claim };
    assert.deepEqual(addOnClaim(addOn, NOW, 'Offline'), { id: 'choir', ...offline });
  });
}

test('a token does not name an add-on that its device has nothing of', () => {
  for (const addOn of [NONE, { ...NONE, seat: SEAT }]) {
    assert.equal(holdingOfAddOn(addOn, NOW), undefined);
    assert.equal(addOnClaim(addOn, NOW, 'Online'), undefined);
  }
});

test('a device lacks a seat that its owner has, unless it has or had one', () => {
  assert.deepEqual(
    [{}, { seats: SEATS }, { seats: SEATS, seat: SEAT }, { seats: SEATS, seat: RELEASED }].map((facts) =>
      lacksSeat({ ...NONE, ...facts }),
    ),
    [false, true, false, false],
  );
});

test('seats are free until all are in use, and never fewer than none', () => {
  const seats = [undefined, SEATS, { total: 3, used: 3 }, { total: 2, used: 3 }];
  assert.deepEqual(
    seats.map((each) => hasFreeSeat({ ...NONE, seats: each })),
    [false, true, false, false],
  );
  assert.deepEqual(
    seats.map((each) => seatsOfAddOn({ ...NONE, seats: each })?.remaining),
    [undefined, 1, 0, 0],
  );
});
