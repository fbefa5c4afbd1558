import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type Account,
  accountByHost,
  addDomains,
  createAccount,
  findAccount,
  findDefaultAccount,
  removeDomains,
  renameAccount,
  setDefaultAccount,
} from './index.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
let acme: Account;
let beta: Account;
before(async () => {
  opened = await openTestSystem();
  acme = await createAccount(opened.system, { id: 'acme', name: 'Acme' });
  beta = await createAccount(opened.system, { id: 'beta', name: 'Beta', domains: ['beta.example'] });
});
after(() => opened.close());

const idBehind = async (host: string) => (await accountByHost(opened.system, host))?.id;

function refused(errorType: string, detail: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.errorType, errorType);
    assert.match(`${error.detail} ${JSON.stringify(error.errors)}`, detail);
    return true;
  };
}

test('a name is changed where the account is remembered, too, and an empty one is refused', async () => {
  const { system } = opened;
  assert.equal((await findAccount(system, 'acme'))?.name, 'Acme');
  assert.equal((await renameAccount(testContext(system, acme), ' Acme Audio ')).name, 'Acme Audio');
  assert.equal((await findAccount(system, 'acme'))?.name, 'Acme Audio');
  assert.equal((await findAccount(system, 'beta'))?.name, 'Beta');
  await assert.rejects(renameAccount(testContext(system, acme), '  '), refused('InvalidInput', /1 to 200/));
});

test('domains lead to an account from the moment they are added until they are removed', async () => {
  const { system } = opened;
  assert.equal(await idBehind('shop.beta.example'), 'acme', 'the default account');
  const added = await addDomains(testContext(system, beta), ['Shop.Beta.example']);
  assert.deepEqual(added.domains, ['beta.example', 'shop.beta.example']);
  assert.equal(await idBehind('shop.beta.example'), 'beta');
  const first = await addDomains(testContext(system, beta), ['keys.beta.example'], { isFirst: true });
  assert.deepEqual(first.domains, ['keys.beta.example', 'beta.example', 'shop.beta.example']);
  assert.deepEqual((await findAccount(system, 'beta'))?.domains, first.domains);
  const domains = await removeDomains(testContext(system, beta), ['BETA.example', 'keys.beta.example']);
  assert.deepEqual(domains.domains, ['shop.beta.example']);
  assert.equal(await idBehind('beta.example'), 'acme');
});

test('an invalid, taken or missing domain is refused and changes nothing', async () => {
  const { system } = opened;
  const before = (await findAccount(system, 'beta'))?.domains;
  await assert.rejects(
    addDomains(testContext(system, acme), ['https://acme.example']),
    refused('InvalidInput', /domains\[0\]/),
  );
  await assert.rejects(
    addDomains(testContext(system, acme), ['acme.example', 'shop.beta.example']),
    refused('DomainInUse', /already has shop\.beta\.example\./),
  );
  assert.deepEqual((await findAccount(system, 'acme'))?.domains, []);
  await assert.rejects(
    removeDomains(testContext(system, acme), ['shop.beta.example']),
    refused('NotFound', /acme does not have the domain shop\.beta\.example/),
  );
  assert.deepEqual((await findAccount(system, 'beta'))?.domains, before);
});

test('one account is the default one, and the change holds where both are remembered', async () => {
  const { system } = opened;
  assert.equal((await findDefaultAccount(system))?.id, 'acme');
  assert.equal((await findAccount(system, 'acme'))?.isDefault, true);
  for (const account of [beta, beta])
    assert.equal((await setDefaultAccount(testContext(system, account))).isDefault, true);
  assert.equal(await idBehind('anything.example'), 'beta');
  assert.equal((await findAccount(system, 'acme'))?.isDefault, false);
  await assert.rejects(
    setDefaultAccount(testContext(system, { ...acme, id: 'nobody' })),
    refused('NotFound', /./),
  );
  assert.equal((await findDefaultAccount(system))?.id, 'beta');
});
