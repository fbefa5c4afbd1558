import { parseVersion } from '../../../kernel/version.ts';
import { Type } from '../../../kernel/schema.ts';
import { type CommandTxOf, transaction } from '../../../platform/context/context.ts';
import type { Follower } from '../../../platform/journal/follow-journal.ts';
import type { System } from '../../../platform/system.ts';
import {
  accountUrl,
  type CommandTx,
  type Context,
  defineAccountJob,
  mailLanguage,
  queueAccountMail,
  useOf,
} from '../../accounts/index.ts';
import { findProduct, productIdsWithGrace, type ProductRow } from '../../catalog/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import { addDays } from '../domain/days.ts';
import { lockExistingLicense } from '../licenses/lock-license.ts';
import { upgradeLicense } from '../licenses/upgrade-license.ts';
import { changesOfLicense, type GraceCandidate, graceCandidates } from '../store/license-changes.ts';
import type { License } from '../tables.ts';
import { graceTemplate } from './grace-template.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** A major version of a product, and who gets it for free. */
interface Grace {
  readonly product: ProductRow;
  readonly major: number;
  /** Customers who began to pay for an earlier major version from then on get it. */
  readonly since: Date;
  /** When the major version was published. */
  readonly until: Date;
}

const BATCH = 200;

/**
 * Gives the current major version of a product to everybody who bought an earlier one in its window of grace (policies
 * section 2): once, with a mail. Running it again gives nothing twice. With `boughtAt`, only where a purchase of that
 * time, in ISO 8601, is in the window.
 */
export const graceJob = defineAccountJob(
  'licensing.grace',
  Type.Object({ productId: Type.String(), boughtAt: Type.Optional(Type.String()) }),
  async (ctx, { productId, boughtAt }) => {
    const grace = await graceOf(ctx, productId);
    if (grace === undefined) return;
    if (boughtAt !== undefined && !isInWindow(grace, new Date(boughtAt))) return;
    let after: GraceCandidate | undefined;
    for (;;) {
      const range = { ...grace, productId, after, limit: BATCH };
      const page = await graceCandidates(ctx.database.reader, ctx.account.id, range);
      for (const candidate of page) await transaction(ctx, (tx) => give(tx, grace, candidate));
      after = page.at(-1);
      if (page.length < BATCH) return;
    }
  },
);

const PRODUCT = 'product/';

/** Starts the job for every product of which a release was published. */
export function graceFollower(system: Pick<System, 'ids' | 'clock'>): Follower {
  return {
    name: 'licensing.grace',
    prepare: async (accountId, events) => {
      const releases = events.filter(({ type }) => type === 'release.published');
      const productIds = new Set(
        releases.flatMap(({ subjects }) =>
          subjects.flatMap((text) => (text.startsWith(PRODUCT) ? [text.slice(PRODUCT.length)] : [])),
        ),
      );
      return async (tx) => {
        for (const productId of productIds) await graceJob.enqueueFor(system, tx, accountId, { productId });
      };
    },
  };
}

/** Versions of a product that a purchase gave, up to a major one; without `upToMajor`, all of them. */
interface BoughtVersions {
  readonly productId: string;
  readonly upToMajor?: number | undefined;
}

/**
 * Starts the job for products of which a purchase gave less than the current major version: that may have been
 * published while the money was on its way, and the job of its release has not seen these licenses. The caller has
 * written them before, in the same transaction, so that a release that is published now waits for its end.
 */
export async function startGraceOfPurchase(
  tx: CommandTx,
  { boughtAt, versions }: { readonly boughtAt: Date; readonly versions: readonly BoughtVersions[] },
): Promise<void> {
  const limited = versions.filter(({ upToMajor }) => upToMajor !== undefined);
  for (const [productId, own] of Map.groupBy(limited, (each) => each.productId)) {
    const product = await findProduct(tx, productId);
    const major = parseVersion(product?.currentVersion ?? '')?.major;
    if (product === undefined || major === undefined || product.upgradeGraceDays === 0) continue;
    if (own.some(({ upToMajor = major }) => upToMajor < major))
      await graceJob.enqueue(tx, { productId, boughtAt: boughtAt.toISOString() });
  }
}

/**
 * Starts the job for every product with a window of grace of an account that moved here, without the jobs that were giving
 * its last major version.
 */
export async function resumeGrace(tx: CommandTxOf<{ readonly id: string }>): Promise<void> {
  for (const productId of await productIdsWithGrace(tx, tx.account.id))
    await graceJob.enqueue(tx, { productId });
}

async function graceOf(ctx: Context, productId: string): Promise<Grace | undefined> {
  const product = await findProduct(ctx, productId);
  const major = parseVersion(product?.currentVersion ?? '')?.major;
  if (product === undefined || major === undefined || product.upgradeGraceDays === 0) return undefined;
  const history = (await loadVersionHistories(ctx))(productId);
  const first = history.find(({ highest }) => highest.major >= major);
  if (first === undefined) return undefined;
  return { product, major, since: addDays(first.from, -product.upgradeGraceDays), until: first.from };
}

/** Whether a license or a change of one was bought in the window: when its payment began, not when it was delivered. */
function wasBoughtIn(
  grace: Grace,
  { boughtAt, createdAt }: Pick<License, 'boughtAt' | 'createdAt'>,
): boolean {
  return isInWindow(grace, boughtAt ?? createdAt);
}

function isInWindow({ since, until }: Grace, at: Date): boolean {
  return at >= since && at < until;
}

async function give(tx: CommandTx, grace: Grace, candidate: GraceCandidate): Promise<void> {
  const { product, major } = grace;
  const { licenseId, customerId } = candidate;
  const customer = await lockCustomer(tx, customerId);
  if (customer === undefined) return;
  await lockExistingLicense(tx, licenseId);
  // Refunding the upgrade takes back what it led to.
  const isBoughtInWindow = wasBoughtIn(grace, candidate);
  const cause = (await changesOfLicense(tx, tx.account.id, licenseId)).findLast(
    (change) =>
      change.kind === 'Upgrade' && !change.isRefunded && !change.isDisputed && wasBoughtIn(grace, change),
  );
  if (!isBoughtInWindow && cause === undefined) return;
  const { orderId = null, orderLineId = null } = isBoughtInWindow ? {} : (cause ?? {});
  const license = await upgradeLicense(tx, {
    licenseId,
    customerId,
    kind: 'Grace',
    productId: product.id,
    variationId: null,
    gives: { upToMajor: major },
    keepsLicense: false,
    fromProductId: product.id,
    orderId,
    orderLineId,
  });
  if (license !== undefined) await queueGraceMail(tx, customer, { product, major });
}

async function queueGraceMail(
  tx: CommandTx,
  customer: Customer,
  { product: { name }, major }: Pick<Grace, 'product' | 'major'>,
): Promise<void> {
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  const version = String(major);
  await queueAccountMail(tx, {
    kind: 'Grace',
    again: `customer/${customer.id}`,
    limit: 'None',
    recipient: customer.email,
    language,
    subject: texts.subject(name, version),
    heading: texts.heading(name, version),
    template: useOf(graceTemplate, { product: name, version }),
    opening: [texts.text(name, version)],
    paragraphs: [],
    action: { label: texts.action, url: `${accountUrl(tx.config, tx.account)}/account` },
    notes: [],
  });
}
