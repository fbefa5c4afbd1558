import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { createLog } from '../../platform/log.ts';
import { logProviderError, ProviderError, type ProviderErrorKind } from './provider-error.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const LEVELS = { 40: 'warn', 50: 'error' } as const;

/** The level and the message of the line that is logged. */
function logged(kind: ProviderErrorKind, options?: Parameters<typeof logProviderError>[3]): unknown[] {
  const lines: { level: keyof typeof LEVELS; msg: string }[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) });
  logProviderError({ ...app.ctx, log }, new ProviderError(kind, 'no answer'), {}, options);
  return lines.map(({ level, msg }) => [LEVELS[level], msg]);
}

test('a provider that does not respond is a warning; an error only where somebody waits for it', () => {
  const text = 'a payment provider does not respond';
  assert.deepEqual(logged('Unavailable'), [['warn', text]]);
  assert.deepEqual(logged('Unavailable', { isUrgent: true }), [['error', text]]);
  assert.deepEqual(logged('Unavailable', { text: 'a refund waits' }), [['warn', 'a refund waits']]);
});

test('what lasts until the vendor acts is an error that says what to do, whoever waits', () => {
  const advice = {
    Forbidden: /takes another key/,
    Refused: /report this/,
    Missing: /key of the earlier one/,
  };
  for (const kind of ['Forbidden', 'Refused', 'Missing'] as const) {
    const [line = assert.fail('nothing is logged'), ...others] = logged(kind, { text: 'a refund waits' });
    assert.deepEqual(others, []);
    assert.match(String(line), new RegExp(`^error,.*${advice[kind].source}`));
  }
});
