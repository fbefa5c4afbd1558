import { Problem } from '../../src/kernel/problem.ts';
import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { type CustomerTables } from '../../src/modules/customers/index.ts';
import { findCustomerByEmail, updateCustomer } from '../../src/modules/customers/store.ts';
import { newCustomer } from '../../src/modules/customers/ensure-customer.ts';
import { refreshSession, resetPassword, signUp } from '../../src/modules/identity/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { hashSecret } from '../../src/platform/crypto/hash-secret.ts';
import { findCode } from '../../src/modules/identity/codes/store-codes.ts';
import type { IdentityTables } from '../../src/modules/identity/tables.ts';
import { createPasswordHasher } from '../../src/platform/crypto/passwords.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of concurrent tries of each subject, and the subjects, one per race. */
const [location = '', race = '', times = '1', list = ''] = await parameters();

/** Tries once and returns the result, or the code of the refusal. */
type Attempt = (ctx: Context, subject: readonly string[]) => Promise<string>;

const PASSWORD = 'Violet-42-tram';

const refresh: Attempt = async (ctx, [refreshToken = '', accessToken = '']) =>
  (await refreshSession(ctx, { refreshToken, accessToken })).refreshToken;

/** Reads the session, then rotates it: the wrong implementation. */
const refreshNaively: Attempt = async (ctx, [refreshToken = '']) => {
  const db = ctx.database.reader.tables<IdentityTables>();
  const row = await db
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select(['sessions.id', 'sessions.generation as newest', 'refreshTokens.generation as presented'])
    .where('refreshTokens.tokenHash', '=', hashSecret(refreshToken))
    .executeTakeFirstOrThrow();
  if (row.presented !== row.newest) return 'RefreshRefused';
  const successor = ctx.ids.secret();
  await transaction(ctx, (tx) =>
    tx
      .tables<IdentityTables>()
      .updateTable('sessions')
      .set({ generation: row.newest + 1, tokenSealed: successor })
      .where('accountId', '=', ctx.account.id)
      .where('id', '=', row.id)
      .execute(),
  );
  return successor;
};

const reset: Attempt = async (ctx, [email = '', code = '']) => {
  await resetPassword(ctx, { email, code, newPassword: PASSWORD }, async () => {});
  return 'done';
};

/** Checks whether the code is valid, then uses it. */
const resetNaively: Attempt = async (ctx, [email = '', code = '']) => {
  const claim = {
    purpose: 'ResetPassword',
    emailKey: email,
    codeHash: hashSecret(code),
    now: ctx.clock.now(),
  } as const;
  const row = await findCode(ctx.database.reader, ctx.account.id, claim);
  if (row === undefined) return 'InvalidCode';
  const passwordHash = await ctx.passwords.hash(PASSWORD);
  await transaction(ctx, async (tx) => {
    await updateCustomer(tx, ctx.account.id, row.customerId, { passwordHash });
    await tx
      .tables<IdentityTables>()
      .deleteFrom('identityCodes')
      .where('codeHash', '=', claim.codeHash)
      .execute();
  });
  return 'done';
};

const join: Attempt = async (ctx, [email = '']) => {
  await signUp(ctx, { name: 'Ada', email, password: PASSWORD });
  return 'done';
};

/** Checks whether the email is free, then takes it; the unique index fails where the real one refuses. */
const joinNaively: Attempt = async (ctx, [email = '']) => {
  if ((await findCustomerByEmail(ctx.database.reader, ctx.account.id, email)) !== undefined)
    return 'EmailInUse';
  const passwordHash = await ctx.passwords.hash(PASSWORD);
  const row = newCustomer(ctx, { email, passwordHash });
  await transaction(ctx, (tx) => tx.tables<CustomerTables>().insertInto('customers').values(row).execute());
  return 'done';
};

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  refresh,
  'refresh-naive': refreshNaively,
  reset,
  'reset-naive': resetNaively,
  'sign-up': join,
  'sign-up-naive': joinNaively,
};

async function outcome(attempt: Promise<string>): Promise<string> {
  try {
    return await attempt;
  } catch (error) {
    return error instanceof Problem ? error.errorType : 'failed';
  }
}

await takePart(location, async (database) => {
  // The races are not about the number of concurrent password hashes, nor about their cost.
  const cost = { memory: 1_024, passes: 1, parallelism: 1 };
  const passwords = createPasswordHasher({ maxConcurrent: 2, maxQueued: 100, cost });
  const system = { ...(await systemOver(database)), passwords };
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  const outcomes: string[][] = [];
  for (const subject of list.split(',')) {
    const tries = Array.from({ length: Number(times) }, () =>
      attempt(testContext(system, account), subject.split('|')),
    );
    outcomes.push(await Promise.all(tries.map(outcome)));
  }
  return outcomes;
});
