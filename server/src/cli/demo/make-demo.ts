import { join } from 'node:path';
import {
  type Account,
  accountUrl,
  authenticateApiKey,
  type CommandTx,
  type Context,
  contextOf,
  createAccount,
  createApiKey,
  findAccount,
  hasAccounts,
} from '../../modules/accounts/index.ts';
import {
  addCustomer,
  changePassword,
  type Customer,
  findCustomerByEmail,
} from '../../modules/customers/index.ts';
import { ownedProductIds, provisionLicenses } from '../../modules/licensing/index.ts';
import { addOperator, findOperatorByEmail, setOperatorPassword } from '../../modules/operators/index.ts';
import { publicLicenseKeys } from '../../modules/signing-keys/index.ts';
import { COMMAND_LINE } from '../../platform/context/actor.ts';
import { transaction } from '../../platform/context/context.ts';
import { withFileLock } from '../../platform/database/file-lock.ts';
import type { System } from '../../platform/system.ts';
import { ensureDemoCatalog } from './demo-catalog.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';
import { ensureDemoReleases } from './demo-releases.ts';
import { ensureDemoVouchers } from './demo-vouchers.ts';

export const DEMO_ACCOUNT_ID = 'demo';
const LOCK_FILE = 'demo.lock';
const CUSTOMER_EMAIL = 'ada@demo.example';
const OPERATOR_EMAIL = 'olga@demo.example';
/** The application and its add-on. */
const OWNED_PRODUCT_IDS = ['demo-app', 'demo-app.sounds'];

/** The access data of the demo account, and the parts that this run created. */
export interface DemoResult {
  readonly demo: DemoFile;
  /** One phrase for each new part. */
  readonly created: readonly string[];
}

/**
 * Whether a start should create the demo account: the database is empty, or the account exists without its file,
 * because a process was killed or another one is creating it.
 */
export async function isDemoWanted(system: System): Promise<boolean> {
  const account = await findAccount(system, DEMO_ACCOUNT_ID);
  if (account === undefined) return !(await hasAccounts(system));
  return (await readDemoFile(system.config.dataDir)) === undefined;
}

/**
 * Creates the demo account, or its missing parts, and writes the demo file. Existing parts stay unchanged. A secret
 * that is missing from the demo file is replaced, because it is stored nowhere else. Concurrent processes do this one
 * after the other.
 */
export async function makeDemo(system: System): Promise<DemoResult> {
  const { dataDir } = system.config;
  return withFileLock(join(dataDir, LOCK_FILE), async () => {
    const created: string[] = [];
    const current = await readDemoFile(dataDir);
    const account = await ensureAccount(system, created);
    const ctx = contextOf(system, account, COMMAND_LINE);
    created.push(...(await ensureDemoCatalog(ctx)));
    created.push(...(await ensureDemoReleases(ctx)));
    const vouchers = await ensureDemoVouchers(ctx);
    if (vouchers.isNew) created.push(`${vouchers.codes.length} voucher codes`);
    const customer = await ensureCustomer(ctx, current, created);
    const demo: DemoFile = {
      baseUrl: accountUrl(system.config, account),
      accountId: account.id,
      apiKey: await ensureApiKey(ctx, current, created),
      publicKeyPem: (await publicLicenseKeys(ctx))[0]?.spkiPem ?? '',
      customer,
      dashboard: await ensureOperator(ctx, current, created),
      voucherCodes: vouchers.codes,
      // The URL of the server that may be running.
      ...(current?.mailsUrl !== undefined && { mailsUrl: current.mailsUrl }),
    };
    await writeDemoFile(dataDir, demo);
    return { demo, created };
  });
}

async function ensureAccount(system: System, created: string[]): Promise<Account> {
  const existing = await findAccount(system, DEMO_ACCOUNT_ID);
  if (existing !== undefined) return existing;
  const { publicUrl } = system.config;
  created.push(`account ${DEMO_ACCOUNT_ID}`);
  return createAccount(system, {
    id: DEMO_ACCOUNT_ID,
    name: 'Demo Audio',
    isDemo: true,
    settings: {
      origins: [new URL(publicUrl).origin],
      currencies: ['EUR', 'USD'],
      featuredProduct: 'demo-app',
      allowsPartialBundles: true,
      links: legalLinks(publicUrl),
    },
  });
}

/** The pages about the sale, which the server has for the demo. */
function legalLinks(publicUrl: string) {
  const linkTo = (page: string) => new URL(`/dev/legal/${page}`, publicUrl).href;
  return {
    terms: linkTo('terms'),
    privacy: linkTo('privacy'),
    refunds: linkTo('refunds'),
    imprint: linkTo('imprint'),
  };
}

type Credentials = DemoFile['customer'];

/** A customer who can sign in and owns the demo application with its add-on. */
async function ensureCustomer(
  ctx: Context,
  current: DemoFile | undefined,
  created: string[],
): Promise<Credentials> {
  const email = current?.customer.email ?? CUSTOMER_EMAIL;
  const existing = await findCustomerByEmail(ctx, email);
  const credentials = { email, password: current?.customer.password ?? newPassword(ctx) };
  const customer = (await opensWith(ctx, existing, credentials))
    ? existing
    : await writeCustomer(ctx, existing, credentials);
  if (customer !== existing)
    created.push(`customer ${email}${existing === undefined ? '' : ' with a new password'}`);
  if (customer === undefined) throw new Error(`the demo customer ${email} could not be created`);
  const owned = await ownedProductIds(ctx, customer.id);
  const missing = OWNED_PRODUCT_IDS.filter((id) => !owned.includes(id));
  if (missing.length > 0) {
    const requests = missing.map((productId) => ({ productId, limitPerCustomer: 1 }));
    await transaction(ctx, (tx) => provisionLicenses(tx, { ownerId: customer.id, requests }));
    created.push(...missing.map((id) => `a license of ${id}`));
  }
  return credentials;
}

async function opensWith(
  system: System,
  customer: Customer | undefined,
  { password }: Credentials,
): Promise<boolean> {
  if (customer?.passwordHash === null || customer === undefined) return false;
  return (await system.passwords.verify(password, customer.passwordHash)).matches;
}

async function writeCustomer(
  ctx: Context,
  existing: Customer | undefined,
  { email, password }: Credentials,
): Promise<Customer | undefined> {
  const passwordHash = await ctx.passwords.hash(password);
  return transaction(ctx, (tx) =>
    existing === undefined
      ? addCustomer(tx, { email, name: 'Ada Demo', isEmailConfirmed: true, passwordHash })
      : setDemoPassword(tx, existing, passwordHash),
  );
}

async function setDemoPassword(tx: CommandTx, customer: Customer, passwordHash: string): Promise<Customer> {
  await changePassword(tx, customer, passwordHash);
  return { ...customer, passwordHash };
}

/** An owner who can sign in to the dashboard. */
async function ensureOperator(
  ctx: Context,
  current: DemoFile | undefined,
  created: string[],
): Promise<NonNullable<DemoFile['dashboard']>> {
  const { email, password } = current?.dashboard ?? { email: OPERATOR_EMAIL, password: newPassword(ctx) };
  const existing = await findOperatorByEmail(ctx, email);
  const url = `${accountUrl(ctx.config, ctx.account)}/dashboard`;
  if (existing !== undefined && current?.dashboard !== undefined) return { url, email, password };
  if (existing === undefined) await addOperator(ctx, { email, name: 'Olga Owner', role: 'Owner', password });
  else await setOperatorPassword(ctx, existing.id, password);
  created.push(`operator ${email}${existing === undefined ? '' : ' with a new password'}`);
  return { url, email, password };
}

/** 120 random bits, with a character of each class that the password rules require. */
function newPassword(system: System): string {
  return `Lk7-${system.ids.secret().slice(0, 20)}`;
}

async function ensureApiKey(ctx: Context, current: DemoFile | undefined, created: string[]): Promise<string> {
  const isUsable =
    current !== undefined && (await authenticateApiKey(ctx, ctx.account, current.apiKey)) !== undefined;
  if (isUsable) return current.apiKey;
  const { key } = await createApiKey(ctx, { name: 'Demo', scopes: ['*'] });
  created.push('an API key');
  return key;
}
