import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoment } from './moment.ts';

const moments: [text: string, moment: string | undefined][] = [
  ['2031-05-01T10:00:00.000Z', '2031-05-01T10:00:00.000Z'],
  ['2031-05-01T10:00:00', '2031-05-01T10:00:00.000Z'],
  ['2031-05-01T10:00', '2031-05-01T10:00:00.000Z'],
  ['2031-05-01 10:00:00.5', '2031-05-01T10:00:00.500Z'],
  ['2031-05-01t10:00:00z', '2031-05-01T10:00:00.000Z'],
  ['2031-05-01T10:00:00+02:00', '2031-05-01T08:00:00.000Z'],
  ['2031-05-01T10:00:00-0530', '2031-05-01T15:30:00.000Z'],
  ['2031-05-01T10:00:00+02', '2031-05-01T08:00:00.000Z'],
  ['2031-05-01T10:00:00.123456789Z', '2031-05-01T10:00:00.123Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['2031-02-29T00:00:00Z', undefined],
  ['2031-04-31T00:00:00', undefined],
  ['2031-13-01T00:00:00Z', undefined],
  ['2031-05-01T25:00:00Z', undefined],
  ['2031-05-01T10:00:60Z', undefined],
  ['2031-05-01', undefined],
  ['tomorrow', undefined],
  ['', undefined],
];

for (const [text, moment] of moments)
  test(`"${text}" is ${moment ?? 'no moment'}`, () => {
    assert.equal(parseMoment(text)?.toISOString(), moment);
  });
