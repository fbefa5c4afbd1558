import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remarksOf, type WithdrawableLine } from './line-remarks.ts';
import { withdrawalDe } from './withdrawal-de.ts';
import { withdrawalEn } from './withdrawal-en.ts';

const WAIVED: Partial<WithdrawableLine> = { waivedAt: '2026-11-27T12:00:00.000Z' };
const ACCESSED: Partial<WithdrawableLine> = { ...WAIVED, accessedAt: '2026-11-28T12:00:00.000Z' };

function remarks(changes: Partial<WithdrawableLine>): string {
  const line: WithdrawableLine = {
    lineId: 'l',
    title: 'App',
    quantity: 1,
    amount: { amount: 49, currency: 'EUR' },
    entitlement: 'Entitled',
    ...changes,
  };
  return remarksOf(line, withdrawalEn, 'en-US');
}

test('consent to immediate delivery alone leaves the right, and the page says why', () => {
  assert.equal(
    remarks(WAIVED),
    'You agreed to immediate delivery on Nov 27, 2026, but have neither downloaded nor activated it yet. You can therefore still withdraw. You get your money back within 14 days.',
  );
  assert.equal(remarks({}), 'You get your money back within 14 days.');
  assert.match(
    withdrawalDe.waivedOnly('27.11.2026'),
    /^Sie haben der sofortigen Lieferung am 27\.11\.2026 zugestimmt, das Produkt aber noch nicht heruntergeladen oder aktiviert\./,
  );
});

test('the right has ended with a device, and after the period: then nothing says that it holds', () => {
  assert.equal(
    remarks({ ...ACCESSED, entitlement: 'Waived' }),
    'You agreed to immediate delivery on Nov 27, 2026. First downloaded or activated on Nov 28, 2026. Your right of withdrawal has ended. The seller decides.',
  );
  assert.equal(
    remarks({ ...WAIVED, entitlement: 'Late' }),
    'You agreed to immediate delivery on Nov 27, 2026. The 14 days have passed. The seller decides.',
  );
});

test('what was withdrawn or refunded before says only that', () => {
  assert.equal(remarks({ ...WAIVED, withdrawal: { status: 'Open' } }), 'Already withdrawn.');
  assert.equal(remarks({ ...WAIVED, quantity: 0 }), 'Already refunded.');
});
