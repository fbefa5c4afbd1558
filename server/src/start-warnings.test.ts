import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../test/harness.ts';
import { updateSettings } from './modules/accounts/index.ts';
import { upsertCredentialRow } from './modules/payments/connections/store-credentials.ts';
import { recordChange } from './platform/database/record-change.ts';
import { createLog } from './platform/log.ts';
import { warnAtStart } from './start-warnings.ts';

test('a server in production warns of accounts that take payments with test keys, and of no other', async (context) => {
  const { system, ctx, other, close } = await startTestApp();
  context.after(close);
  await updateSettings(ctx, { paymentProvider: 'stripe' });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const production = { ...system, config: { ...system.config, hasDevFeatures: false }, log };
  for (const mode of ['Live', 'Test'] as const) {
    const now = system.clock.now();
    const times = { eventsUntil: null, eventsAskedAt: null, createdAt: now, updatedAt: now };
    const row = { provider: 'stripe', mode, secretsSealed: '', settings: {}, ...times };
    await system.database.transaction(async (tx) => {
      await upsertCredentialRow(tx, { ...row, accountId: ctx.account.id });
      await recordChange(tx, ctx.account.id, 'payment-connections');
      // It has keys, but does not use them.
      await upsertCredentialRow(tx, { ...row, accountId: other.id });
    });
    lines.length = 0;
    await warnAtStart(production);
    const warnings = lines.filter((line) => line.includes('test keys'));
    assert.equal(warnings.length, mode === 'Test' ? 1 : 0);
    for (const warning of warnings) assert.ok(warning.includes(`"account":"${ctx.account.id}"`));
  }
});
