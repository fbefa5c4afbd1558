import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openTestSystem, type TestSystem } from '../test/harness.ts';
import { testContext } from '../test/context.ts';
import { ensureConfiguredOperator, setUpLinkOfInstance } from './first-operator.ts';
import { createAccount, findDefaultAccount } from './modules/accounts/index.ts';
import { addOperator, listOperators, removeOperator } from './modules/operators/index.ts';
import type { System } from './platform/system.ts';

const EMAIL = 'olga@vendor.example';

async function oneAccount(system: System): Promise<void> {
  await createAccount(system, { id: 'vendor', name: 'Vendor', isDefault: true });
}

async function systemWith(context: TestContext, environment: Record<string, string>): Promise<TestSystem> {
  const { system, close } = await openTestSystem(environment, undefined, oneAccount);
  context.after(close);
  return system;
}

async function operatorsOf(system: TestSystem) {
  const account = (await findDefaultAccount(system)) ?? assert.fail('no account');
  return listOperators(testContext(system, account), { limit: 9 });
}

test('the configured operator is created once, as an owner who can sign in, and the set-up is over', async (context) => {
  const system = await systemWith(context, {
    LATCHKEY_OPERATOR_EMAIL: EMAIL,
    LATCHKEY_OPERATOR_PASSWORD: 'Amber-77-canoe',
  });
  const link = await setUpLinkOfInstance(system);
  assert.match(link ?? '', /\/dashboard\/welcome#[\w-]{43}$/);
  await Promise.all([ensureConfiguredOperator(system), ensureConfiguredOperator(system)]);
  await ensureConfiguredOperator(system);
  assert.deepEqual(
    (await operatorsOf(system)).map(({ email, role, status }) => [email, role, status]),
    [[EMAIL, 'Owner', 'Active']],
  );
  assert.equal(await setUpLinkOfInstance(system), undefined);
});

test('a configured operator who was removed does not come back with the next start', async (context) => {
  const system = await systemWith(context, {
    LATCHKEY_OPERATOR_EMAIL: EMAIL,
    LATCHKEY_OPERATOR_PASSWORD: 'Amber-77-canoe',
  });
  await ensureConfiguredOperator(system);
  const ctx = testContext(system, (await findDefaultAccount(system)) ?? assert.fail('no account'));
  const [configured] = await operatorsOf(system);
  const colleague = {
    email: 'ann@vendor.example',
    name: 'Ann',
    role: 'Owner',
    password: 'Amber-77-canoe',
  } as const;
  await addOperator(ctx, colleague);
  await removeOperator(ctx, configured?.id ?? assert.fail());
  await ensureConfiguredOperator(system);
  assert.deepEqual(
    (await operatorsOf(system)).map(({ email }) => email),
    [colleague.email],
  );
});

test('the password may be in a file; one that cannot be read, or breaks the rules, is said with its variable', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-password-'));
  context.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'password');
  const system = await systemWith(context, {
    LATCHKEY_OPERATOR_EMAIL: EMAIL,
    LATCHKEY_OPERATOR_PASSWORD_FILE: file,
  });
  await assert.rejects(ensureConfiguredOperator(system), /LATCHKEY_OPERATOR_PASSWORD_FILE cannot be read/);
  await writeFile(file, 'short\n');
  await assert.rejects(
    ensureConfiguredOperator(system),
    /password of LATCHKEY_OPERATOR_EMAIL must have at least/,
  );
  assert.deepEqual(await operatorsOf(system), []);
  await writeFile(file, 'Amber-77-canoe\n');
  await ensureConfiguredOperator(system);
  assert.equal((await operatorsOf(system)).length, 1);
});

test('an email without a password, and a password without an email, are mistakes of the configuration', async () => {
  for (const name of ['LATCHKEY_OPERATOR_EMAIL', 'LATCHKEY_OPERATOR_PASSWORD'])
    await assert.rejects(openTestSystem({ [name]: 'x' }), /LATCHKEY_OPERATOR_EMAIL needs either/);
});
