import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAfter, nextStepAt, type Standing, type Step, stepAt } from './schedule.ts';

const DUE = new Date('2028-03-01T12:00:00.000Z');
const LATER = new Date('2028-04-01T12:00:00.000Z');

const ACTIVE: Standing = {
  status: 'Active',
  paidUntil: LATER,
  expiresAt: LATER,
  pausedUntil: null,
  dueAt: DUE,
  paymentState: 'Paid',
  noticeAt: null,
  nextAttemptAt: null,
  failedAt: null,
  askedAt: null,
  asks: 0,
  endedAt: null,
  fallback: null,
};

const CASES: readonly (readonly [Step, Partial<Standing>, isOpen: boolean])[] = [
  ['Renew', { paidUntil: DUE }, false],
  ['Renew', { paidUntil: DUE, expiresAt: DUE, status: 'Expired' }, false],
  ['Notify', { noticeAt: DUE }, false],
  ['Charge', { paidUntil: DUE, paymentState: 'Retrying', nextAttemptAt: DUE }, true],
  ['Charge', { paidUntil: DUE, paymentState: 'Held', nextAttemptAt: DUE }, true],
  ['LoseAccess', { paidUntil: DUE, expiresAt: DUE }, true],
  ['End', { status: 'Cancelled', paidUntil: DUE, expiresAt: DUE }, false],
];

test('each step is due from its very moment on, and not a millisecond before', () => {
  for (const [step, changes, isOpen] of CASES) {
    const at = (moment: Date) => stepAt({ ...ACTIVE, ...changes }, { isOpen, isPayable: true }, moment);
    const label = JSON.stringify([step, changes]);
    assert.equal(at(DUE), step, label);
    assert.equal(at(new Date(DUE.getTime() - 1)), undefined, label);
  }
});

test('nothing is due of what has ended, or waits for nothing', () => {
  for (const changes of [{ endedAt: DUE }, { dueAt: null }])
    assert.equal(
      stepAt({ ...ACTIVE, paidUntil: DUE, ...changes }, { isOpen: false, isPayable: false }, LATER),
      undefined,
    );
});

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A day of March 2028, with a fraction for a moment within it. */
const day = (number: number): Date => new Date(Date.UTC(2028, 2, 1) + Math.round((number - 1) * DAY_MS));
const dayOrNone = (number: number | null): Date | null => (number === null ? null : day(number));
const AN_HOUR = HOUR_MS / DAY_MS;

/** Paid until the 10th, with a grace until the 17th. */
const PAID: Standing = { ...ACTIVE, paidUntil: day(10), expiresAt: day(17), dueAt: day(1) };
const KEEPS = {
  afterCycles: 1,
  earned: { updatesUntil: day(1).toISOString(), grantedBefore: day(1).toISOString() },
  earnedBefore: null,
  heldUntil: null,
} as const;
const HAS_KEPT = { ...KEEPS, heldUntil: day(1).toISOString() };
const UNPAID = { paymentState: 'Retrying', failedAt: day(10), nextAttemptAt: day(12) } as const;
const NEEDS_BUYER = { paymentState: 'NeedsBuyer', failedAt: day(10), askedAt: day(10), asks: 1 } as const;

test('the next step is the earliest that the standing of a subscription leads to', () => {
  const cases: readonly (readonly [number | null, Partial<Standing>, isOpen?: boolean])[] = [
    [10, {}],
    [7, { noticeAt: day(7) }],
    [17, { pausedUntil: day(40) }],
    [40, { pausedUntil: day(40), status: 'Expired' }],
    [17, { status: 'Cancelled' }],
    [17 - AN_HOUR, { status: 'Cancelled', fallback: KEEPS }],
    [17, { status: 'Cancelled', fallback: HAS_KEPT }],
    [17, { paymentState: 'Held' }],
    [12, { paymentState: 'Held', nextAttemptAt: day(12) }],
    [null, { paymentState: 'Held', status: 'Expired' }],
    [12, UNPAID, true],
    [17, { ...UNPAID, nextAttemptAt: null }, true],
    [17 - AN_HOUR, { ...UNPAID, nextAttemptAt: null, fallback: KEEPS }, true],
    [31, { ...UNPAID, nextAttemptAt: null, status: 'Expired' }, true],
    [13, NEEDS_BUYER, true],
    [null, { status: 'Completed' }],
    [null, { endedAt: day(9) }],
    [null, { endedAt: day(9), status: 'Expired' }],
  ];
  for (const [expected, changes, isOpen = false] of cases)
    assert.deepEqual(
      nextStepAt({ ...PAID, ...changes }, isOpen),
      dayOrNone(expected),
      JSON.stringify(changes),
    );
});

test('a step that waited is due now, and a renewal that has been due is due since then', () => {
  const [now, due] = [day(12), { dueAt: day(10) }];
  type Case = readonly [
    number | null,
    before: Partial<Standing>,
    after?: Partial<Standing>,
    isOpen?: boolean,
  ];
  const cases: readonly Case[] = [
    [20, due, { paidUntil: day(20), expiresAt: day(27) }],
    [null, due, { status: 'Completed' }],
    [10, due],
    [11, { dueAt: day(11) }],
    [10, { dueAt: day(9) }],
    [10, { ...due, status: 'Expired' }, { status: 'Expired' }],
    [12, { dueAt: null }],
    [12, { dueAt: day(13) }],
    [12, { paidUntil: day(9), dueAt: day(9) }],
    [12, { ...due, paymentState: 'Held' }],
    [12, { ...due, status: 'Expired', endedAt: day(11) }],
    [12, { ...due, status: 'Cancelled' }],
    [12, { ...due, ...UNPAID }, { ...UNPAID, nextAttemptAt: day(11) }, true],
    [12, { dueAt: day(7), paidUntil: day(20) }, { paidUntil: day(20), noticeAt: day(8) }],
    [
      12,
      { status: 'Cancelled', expiresAt: day(11), dueAt: day(11) },
      { status: 'Cancelled', expiresAt: day(11) },
    ],
  ];
  for (const [expected, before, after = {}, isOpen = false] of cases) {
    const at = dueAfter({ ...PAID, ...before }, { ...PAID, ...after }, { isOpen, now });
    assert.deepEqual(at, dayOrNone(expected), JSON.stringify([before, after]));
  }
});

const MOMENT = 1 / DAY_MS;

/** Eight hours, in days. */
const AHEAD = 8 / 24;

test('of all steps, only the one whose time has come is taken', () => {
  type Moments = readonly (readonly [number, Step | undefined])[];
  const open = { isOpen: true, isPayable: true };
  const cases: readonly (readonly [Partial<Standing>, Moments, Partial<typeof open>?])[] = [
    [
      {},
      [
        [9, 'Notify'],
        [10 - MOMENT, 'Notify'],
        [10, 'Renew'],
        [13, 'Renew'],
        [13 + MOMENT, 'Hold'],
      ],
    ],
    [
      { dueAt: day(12) },
      [
        [15, 'Renew'],
        [15 + MOMENT, 'Hold'],
      ],
    ],
    [
      { status: 'Cancelled' },
      [
        [17 - MOMENT, undefined],
        [17, 'End'],
      ],
    ],
    [
      { status: 'Cancelled', fallback: KEEPS },
      [
        [17 - AN_HOUR - MOMENT, undefined],
        [17 - AN_HOUR, 'Keep'],
      ],
    ],
    [
      { status: 'Cancelled', fallback: HAS_KEPT },
      [
        [17 - MOMENT, undefined],
        [17, 'End'],
      ],
    ],
    [
      { pausedUntil: day(40) },
      [
        [16, undefined],
        [17, 'LoseAccess'],
      ],
    ],
    [{ pausedUntil: day(40), fallback: KEEPS }, [[17 - AN_HOUR, 'Keep']]],
    [
      { pausedUntil: day(40), noticeAt: day(15) },
      [
        [15 - MOMENT, undefined],
        [15, 'Notify'],
        [17, 'LoseAccess'],
      ],
    ],
    [
      { pausedUntil: day(40), status: 'Expired' },
      [
        [17, undefined],
        [40 - MOMENT, undefined],
        [40, 'Renew'],
      ],
    ],
    [
      { paymentState: 'Held' },
      [
        [16, undefined],
        [17, 'LoseAccess'],
      ],
    ],
    [{ paymentState: 'Held', status: 'Expired' }, [[17, undefined]]],
    [
      { paymentState: 'Held', nextAttemptAt: day(12) },
      [
        [12 - MOMENT, undefined],
        [12, 'Charge'],
      ],
      open,
    ],
    [
      { paymentState: 'Held', nextAttemptAt: day(12) },
      [
        [12, undefined],
        [17, 'LoseAccess'],
      ],
      { ...open, isPayable: false },
    ],
    [
      UNPAID,
      [
        [12 - MOMENT, undefined],
        [12, 'Charge'],
        [15, 'Charge'],
        [15 + MOMENT, 'Hold'],
        [31, 'Hold'],
      ],
      open,
    ],
    [
      UNPAID,
      [
        [12, undefined],
        [17, 'LoseAccess'],
      ],
      { ...open, isPayable: false },
    ],
    [
      { ...UNPAID, nextAttemptAt: null },
      [
        [17 - MOMENT, undefined],
        [17, 'LoseAccess'],
        [31 - MOMENT, 'LoseAccess'],
        [31, 'End'],
      ],
      open,
    ],
    [
      { ...UNPAID, nextAttemptAt: null, status: 'Expired' },
      [
        [31 - MOMENT, undefined],
        [31, 'End'],
      ],
      open,
    ],
    [{ ...UNPAID, nextAttemptAt: null, status: 'Expired' }, [[31, undefined]], { ...open, isPayable: false }],
    [
      NEEDS_BUYER,
      [
        [13 - MOMENT, undefined],
        [13, 'Ask'],
        [17, 'LoseAccess'],
      ],
      open,
    ],
    [
      { ...NEEDS_BUYER, asks: 2, status: 'Expired' },
      [
        [20 - MOMENT, undefined],
        [20, 'Ask'],
      ],
      open,
    ],
    [NEEDS_BUYER, [[13, undefined]], { ...open, isPayable: false }],
    [{ ...UNPAID, failedAt: null, nextAttemptAt: null }, [[12, undefined]], open],
    [
      { failedAt: null },
      [
        [17 - AHEAD - MOMENT, undefined],
        [17 - AHEAD, 'Await'],
        [17, 'Await'],
      ],
      { ...open, isPayable: false },
    ],
    [
      { failedAt: null },
      [
        [17 - AHEAD, undefined],
        [17, 'LoseAccess'],
      ],
      open,
    ],
  ];
  for (const [changes, moments, renewal = {}] of cases)
    for (const [moment, step] of moments) {
      const standing = { isOpen: false, isPayable: false, ...renewal };
      assert.equal(
        stepAt({ ...PAID, ...changes }, standing, day(moment)),
        step,
        JSON.stringify([changes, renewal, moment]),
      );
    }
});
