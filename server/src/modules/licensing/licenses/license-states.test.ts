import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { type Customer } from '../../customers/index.ts';
import { updateCustomer } from '../../customers/store.ts';
import { createReleaseFromFiles } from '../../releases/index.ts';
import {
  activateByDeviceToken,
  ownerByLicenseToken,
  replaceProductRules,
  requestLicenseToken,
  requestTrialToken,
  revokeLicense,
  revokeLicensesOf,
  revokeLicenseToken,
  tokenOfActivation,
  updateLicensedProduct,
  validateLicenseToken,
} from '../index.ts';
import { tokenRefusals } from '../problems.ts';
import { findLicense } from '../store/licenses.ts';
import type { License, LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const HOUR_MS = 3_600_000;
const SIGNATURE = 'the device';

interface Seat {
  readonly productId: string;
  readonly customer: Customer;
  readonly license: License;
  readonly token: string;
}

/** A license with one seat, which a device has. */
async function seat(method: 'Online' | 'Offline' = 'Online'): Promise<Seat> {
  const product = await scenario.product({ maxActivations: 1, allowsOffline: true });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const request = { productId: product.id, device: { name: 'A device', signature: SIGNATURE }, method };
  const token = await requestLicenseToken(scenario.ctx, customer, request);
  return { productId: product.id, customer, license, token };
}

async function setLicense({ license }: Seat, changes: Partial<License>): Promise<void> {
  await scenario.system.database.transaction((tx) =>
    tx.tables<LicensingTables>().updateTable('licenses').set(changes).where('id', '=', license.id).execute(),
  );
}

/** `ok`, or the code of the refusal with its status. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    const { status, errorType } = { status: 0, errorType: String(error), ...problemOf(error) };
    return `${status} ${errorType}`;
  }
}

function problemOf(error: unknown): object {
  return typeof error === 'object' && error !== null ? error : {};
}

/** The state of a license before the device calls, and the expected response to each call. */
interface State {
  readonly name: string;
  readonly method?: 'Online' | 'Offline';
  readonly arrange: (seat: Seat) => Promise<void>;
  readonly request: string;
  readonly validate: string;
  readonly revoke: string;
  /** The token proves that its holder owns the product, and a link to its file works. */
  readonly isProof: boolean;
  /** The free seats after the device has returned its own. */
  readonly freeSeats: number;
}

const states: readonly State[] = [
  {
    name: 'active',
    arrange: async () => {},
    request: 'ok',
    validate: 'ok',
    revoke: 'ok',
    isProof: true,
    freeSeats: 0,
  },
  {
    name: 'active by a license that ends later',
    arrange: (seatOfDevice) =>
      setLicense(seatOfDevice, { expiresAt: new Date(scenario.clock.now().getTime() + HOUR_MS) }),
    request: 'ok',
    validate: 'ok',
    revoke: 'ok',
    isProof: true,
    freeSeats: 0,
  },
  {
    name: 'active offline',
    method: 'Offline',
    arrange: async () => {},
    request: 'ok',
    validate: 'ok',
    revoke: '400 OfflineToken',
    isProof: true,
    freeSeats: 1,
  },
  {
    name: 'revoked by the merchant',
    arrange: async ({ license }) => {
      await revokeLicense(scenario.ctx, license.id);
    },
    request: '403 ProductNotOwned',
    validate: '400 LicenseRevoked',
    revoke: 'ok',
    isProof: false,
    freeSeats: 0,
  },
  {
    name: 'expired',
    arrange: (seatOfDevice) => setLicense(seatOfDevice, { expiresAt: scenario.clock.now() }),
    request: '403 ProductNotOwned',
    validate: '400 LicenseExpired',
    revoke: 'ok',
    isProof: false,
    freeSeats: 0,
  },
  {
    name: 'expired, activated offline',
    method: 'Offline',
    arrange: (seatOfDevice) => setLicense(seatOfDevice, { expiresAt: scenario.clock.now() }),
    request: '403 ProductNotOwned',
    validate: '400 LicenseExpired',
    revoke: '400 OfflineToken',
    isProof: false,
    freeSeats: 1,
  },
  {
    name: 'of a device whose activation was released',
    arrange: ({ productId, token }) => revokeLicenseToken(scenario.ctx, { productId, token }),
    request: 'ok',
    validate: '400 LicenseActivationRevoked',
    revoke: 'ok',
    isProof: false,
    freeSeats: 0,
  },
  {
    name: 'of an owner who was deleted',
    arrange: async ({ customer }) => {
      const { system, account } = scenario;
      await system.database.transaction(async (tx) => {
        await updateCustomer(tx, account.id, customer.id, { isDeleted: true });
        await revokeLicensesOf(testTx(system, tx, account), customer.id);
      });
    },
    request: '404 NotFound',
    validate: '400 LicenseRevoked',
    revoke: 'ok',
    isProof: false,
    freeSeats: 0,
  },
  {
    name: 'of another owner now',
    arrange: async (seatOfDevice) => setLicense(seatOfDevice, { customerId: (await scenario.customer()).id }),
    request: '403 ProductNotOwned',
    validate: '403 LicenseOwnerChanged',
    revoke: '400 LicenseOwnerChanged',
    isProof: false,
    freeSeats: 1,
  },
  {
    name: 'of a product out of use',
    arrange: async ({ productId }) => {
      await updateLicensedProduct(scenario.ctx, productId, { status: 'Inactive' });
    },
    request: '403 ProductInactive',
    validate: '403 ProductInactive',
    revoke: 'ok',
    isProof: true,
    freeSeats: 0,
  },
];

for (const { name, method, arrange, isProof, freeSeats, ...expected } of states) {
  test(`a license that is ${name} is requested, validated and given back as documented`, async () => {
    const { system, account } = scenario;
    const arranged = async () => {
      const seatOfDevice = await seat(method);
      await arrange(seatOfDevice);
      return seatOfDevice;
    };
    const requesting = await arranged();
    const { productId, license, token } = await arranged();
    const device = { name: 'A device', signature: SIGNATURE };
    assert.deepEqual(
      {
        request: await outcome(
          requestLicenseToken(scenario.ctx, requesting.customer, {
            productId: requesting.productId,
            device,
          }),
        ),
        validate: await outcome(validateLicenseToken(scenario.ctx, { productId, token })),
        revoke: await outcome(revokeLicenseToken(scenario.ctx, { productId, token })),
      },
      expected,
    );
    assert.equal(
      (await findLicense(system.database.reader, account.id, license.id))?.activeActivations,
      freeSeats,
    );
    const again = await arranged();
    const owner = await ownerByLicenseToken(scenario.ctx, again);
    assert.equal(owner, isProof ? again.customer.id : undefined);
    if (expected.validate === '403 LicenseOwnerChanged') return;
    const file = await tokenOfActivation(scenario.ctx, String(claimsOf(again.token)['id']));
    assert.equal('token' in file, isProof);
    if ('refusal' in file) {
      assert.equal(`400 ${tokenRefusals[file.refusal]().errorType}`, expected.validate);
    }
  });
}

test('after an upgrade to another product, the old token proves nothing, and a new one is of that product', async () => {
  const upgraded = await seat();
  const { id: productId } = await scenario.product();
  await setLicense(upgraded, { productId });
  assert.equal(await ownerByLicenseToken(scenario.ctx, upgraded), undefined);
  const file = await tokenOfActivation(scenario.ctx, String(claimsOf(upgraded.token)['id']));
  assert.ok('token' in file);
  assert.equal(file.productId, productId);
  assert.equal(await ownerByLicenseToken(scenario.ctx, file), upgraded.customer.id);
});

test('a request by file is refused, and answered, as one by the application', async () => {
  const { productId, customer, license } = await seat('Offline');
  const deviceToken = JSON.stringify({ id: SIGNATURE, name: 'A device', productId, format: 'JWT' });
  const activate = (method: 'Online' | 'Offline') =>
    activateByDeviceToken(scenario.ctx, customer, { deviceToken, method });
  // A device that already works offline keeps its activation, even if the request says online.
  const { activation } = await activate('Online');
  assert.deepEqual([activation.method, activation.licenseId], ['Offline', license.id]);
  await revokeLicense(scenario.ctx, license.id);
  assert.equal(await outcome(activate('Offline')), '403 ProductNotOwned');
  await updateLicensedProduct(scenario.ctx, productId, { status: 'Inactive' });
  assert.equal(await outcome(activate('Offline')), '403 ProductInactive');
});

test('a trial that runs, is over, or is of a product out of use is answered as documented, and proves nothing', async () => {
  const { clock } = scenario;
  const product = await scenario.product({ allowsTrials: true, trialDays: 1 });
  const device = { name: 'A device', signature: SIGNATURE };
  const productId = product.id;
  const request = () => requestTrialToken(scenario.ctx, undefined, { productId, device });
  const token = await request();
  const presented = { productId, token };
  const answers = async () => [
    await outcome(request()),
    await outcome(validateLicenseToken(scenario.ctx, presented)),
    await outcome(revokeLicenseToken(scenario.ctx, presented)),
    await ownerByLicenseToken(scenario.ctx, presented),
  ];
  assert.deepEqual(await answers(), ['ok', 'ok', '400 TrialsCannotBeRevoked', undefined]);
  await updateLicensedProduct(scenario.ctx, productId, { status: 'Inactive' });
  const resting = ['403 ProductInactive', '403 ProductInactive', '400 TrialsCannotBeRevoked', undefined];
  assert.deepEqual(await answers(), resting);
  await updateLicensedProduct(scenario.ctx, productId, { status: 'Active', allowsTrials: false });
  assert.deepEqual(await answers(), ['ok', 'ok', '400 TrialsCannotBeRevoked', undefined]);
  clock.advance(24 * HOUR_MS);
  const over = ['409 TrialExpired', '400 LicenseExpired', '400 TrialsCannotBeRevoked', undefined];
  assert.deepEqual(await answers(), over);
});

test('an offline token ends with its license or with its own lifetime, whichever is first; an online one with its license', async () => {
  const { clock } = scenario;
  const rules = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: 2 };
  const ends = async (method: 'Online' | 'Offline', licenseHours: number | null) => {
    const seatOfDevice = await seat(method);
    await replaceProductRules(scenario.ctx, seatOfDevice.productId, rules);
    const now = clock.now().getTime();
    await setLicense(seatOfDevice, {
      expiresAt: licenseHours === null ? null : new Date(now + licenseHours * HOUR_MS),
    });
    const { exp, iat } = claimsOf(await validateLicenseToken(scenario.ctx, seatOfDevice));
    return exp === undefined ? null : (Number(exp) - Number(iat)) / 3_600;
  };
  assert.deepEqual(
    [await ends('Offline', null), await ends('Offline', 24), await ends('Offline', 72)],
    [48, 24, 48],
  );
  assert.deepEqual([await ends('Online', null), await ends('Online', 72)], [null, 72]);
});

test('a token names the version that is released', async () => {
  const seatOfDevice = await seat();
  assert.equal(Object.hasOwn(claimsOf(seatOfDevice.token), 'p:rel'), false);
  const release = { productId: seatOfDevice.productId, files: [] };
  await createReleaseFromFiles(scenario.ctx, { ...release, version: '1.2.0', isPublished: true });
  await createReleaseFromFiles(scenario.ctx, { ...release, version: '2.0.0', isPublished: false });
  assert.equal(claimsOf(await validateLicenseToken(scenario.ctx, seatOfDevice))['p:rel'], '1.2.0');
});
