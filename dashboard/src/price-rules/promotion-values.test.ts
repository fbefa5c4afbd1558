import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_PROMOTION, promotionIn, promotionValuesOf } from './promotion-values.ts';
import type { Promotion } from './rule-queries.ts';

const SALE: Promotion = {
  id: 'sale',
  name: 'Spring sale',
  discountId: 'spring',
  description: 'Two weeks',
  imageUrl: null,
  cta: { url: 'https://shop.example/sale', label: 'Look' },
  display: ['Popup', 'Banner'],
  position: 0,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('a promotion that is saved without a change stays as it was, also in two places', () => {
  assert.deepEqual(promotionIn(promotionValuesOf(SALE), SALE), {
    name: 'Spring sale',
    discountId: 'spring',
    display: ['Popup', 'Banner'],
    description: 'Two weeks',
    cta: { url: 'https://shop.example/sale', label: 'Look' },
  });
});

test('what is emptied is removed, and another place takes that of both', () => {
  const values = { ...promotionValuesOf(SALE), display: 'Banner', description: ' ', url: '', label: '' };
  const { display, description, cta } = promotionIn(values, SALE);
  assert.deepEqual([display, description, cta], [['Banner'], null, null]);
  assert.deepEqual(promotionIn(NO_PROMOTION).display, ['Banner']);
});
