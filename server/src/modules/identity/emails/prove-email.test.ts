import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContext } from '../../../platform/context/context.ts';
import { testTx } from '../../../../test/context.ts';
import {
  assertRefused,
  type IdentityApp,
  type Member,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../../test/identity.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Customer } from '../../customers/index.ts';
import { lockCustomer, updateCustomer } from '../../customers/store.ts';
import { validCode, makeCode } from '../codes/codes.ts';
import { checkCredentials, type CheckedCredentials, proveEmail } from './prove-email.ts';
import type { CodePurpose } from '../tables.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const PURPOSES: readonly CodePurpose[] = ['ResetPassword', 'ConfirmAccount', 'ConfirmEmail', 'ChangeEmail'];

function locked<Result>(
  { id }: Member,
  work: (tx: Tx, customer: Customer) => Promise<Result>,
): Promise<Result> {
  return app.system.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, app.demo.id, id);
    return work(tx, customer ?? assert.fail('no customer'));
  });
}

const prove = (member: Member, credentials: CheckedCredentials) =>
  locked(member, (tx, customer) =>
    proveEmail(testTx(app.system, tx, app.demo), customer, { credentials, release: async () => undefined }),
  );

/** Mails a code for each purpose; the returned function gives those that are still valid. */
async function mailCodes(member: Member): Promise<() => Promise<CodePurpose[]>> {
  const codes = new Map<CodePurpose, string>();
  await locked(member, async (tx, customer) => {
    for (const purpose of PURPOSES)
      codes.set(purpose, await makeCode(testTx(app.system, tx, app.demo), customer, { purpose }));
  });
  return async () => {
    const good: CodePurpose[] = [];
    for (const [purpose, code] of codes) {
      const claim = { purpose, email: member.email, code };
      const isValid = validCode(readContext(app.ctx), claim);
      if (
        await isValid.then(
          () => true,
          () => false,
        )
      )
        good.push(purpose);
    }
    return good;
  };
}

test('a proof without credentials voids every code that was mailed before it, and those of nobody else', async () => {
  const [member, bystander] = [await app.signUp(), await app.signUp()];
  const [goodCodes, othersGoodCodes] = [await mailCodes(member), await mailCodes(bystander)];
  assert.deepEqual(await goodCodes(), PURPOSES);
  await prove(member, {});
  assert.deepEqual(await goodCodes(), []);
  assert.deepEqual(await othersGoodCodes(), PURPOSES);
});

test('a proof with the password leaves the mailed codes valid', async () => {
  const member = await app.signUp();
  const goodCodes = await mailCodes(member);
  const credentials = await checkCredentials(app.ctx, member.id, {
    password: PASSWORD,
  });
  await prove(member, credentials);
  assert.deepEqual(await goodCodes(), PURPOSES);
  assert.equal((await app.signIn(member.email)).statusCode, 200);
});

test('a password that changes between its check and the proof shows nothing, and is replaced with the sessions', async () => {
  const member = await app.signUp();
  const credentials = await checkCredentials(app.ctx, member.id, {
    password: PASSWORD,
  });
  const passwordHash = await app.system.passwords.hash(OTHER_PASSWORD);
  await locked(member, (tx) => updateCustomer(tx, app.demo.id, member.id, { passwordHash }));
  const proven = await prove(member, credentials);
  assert.deepEqual([proven.isEmailConfirmed, proven.passwordHash], [true, null]);
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
  for (const password of [PASSWORD, OTHER_PASSWORD])
    assertRefused(await app.signIn(member.email, password), 400, 'InvalidCredentials');
});

test('a password that goes between its check and the proof, as by a proof before, shows nothing', async () => {
  const member = await app.signUp();
  const credentials = await checkCredentials(app.ctx, member.id, {
    password: PASSWORD,
  });
  await locked(member, (tx) => updateCustomer(tx, app.demo.id, member.id, { passwordHash: null }));
  assert.equal((await prove(member, credentials)).passwordHash, null);
  assertRefused(await app.refresh(member), 403, 'RefreshRefused');
});

test('an email that is proven again grants what was bought for it meanwhile, and ends nothing', async () => {
  const member = await app.signUp();
  const goodCodes = await mailCodes(member);
  const released: string[] = [];
  await locked(member, async (tx, customer) => {
    await updateCustomer(tx, app.demo.id, member.id, { isEmailConfirmed: true });
    const release = async (_: unknown, { id }: Customer) => void released.push(id);
    await proveEmail(
      testTx(app.system, tx, app.demo),
      { ...customer, isEmailConfirmed: true },
      { credentials: {}, release },
    );
  });
  assert.deepEqual(released, [member.id]);
  assert.deepEqual(await goodCodes(), PURPOSES);
});
