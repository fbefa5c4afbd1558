import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapRow } from './field-mapping.ts';

test('seconds since 1970 become a date of the years 1 to 9999, or are no date', () => {
  const read = (column: string) =>
    mapRow({ expiresAt: { column: 'end', format: 'unix' } }, { end: column }, () => ({
      format: 'date-time',
    }));
  assert.deepEqual(read('1893456000'), { value: { expiresAt: '2030-01-01T00:00:00.000Z' } });
  for (const seconds of ['253402300800', '999999999999999'])
    assert.deepEqual(read(seconds), { errors: { expiresAt: [`is "${seconds}", which is not a date`] } });
});
