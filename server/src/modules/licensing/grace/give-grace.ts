import { parseVersion } from '../../../kernel/version.ts';
import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
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
import { findProduct, type ProductRow } from '../../catalog/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import { addDays } from '../domain/days.ts';
import { lockExistingLicense } from '../licenses/lock-license.ts';
import { upgradeLicense } from '../licenses/upgrade-license.ts';
import { changesOfLicense, type GraceCandidate, graceCandidates } from '../store/license-changes.ts';
import { graceTemplate } from './grace-template.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** A major version of a product, and who gets it for free. */
interface Grace {
  readonly product: ProductRow;
  readonly major: number;
  /** Customers who bought an earlier major version from then on get it. */
  readonly since: Date;
  /** When the major version was published. */
  readonly until: Date;
}

const BATCH = 200;

/**
 * Gives the current major version of a product to everybody who bought an earlier one in its window of grace (policies
 * section 2): once, with a mail. Running it again gives nothing twice.
 */
export const graceJob = defineAccountJob(
  'licensing.grace',
  Type.Object({ productId: Type.String() }),
  async (ctx, { productId }) => {
    const grace = await graceOf(ctx, productId);
    if (grace === undefined) return;
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

async function graceOf(ctx: Context, productId: string): Promise<Grace | undefined> {
  const product = await findProduct(ctx, productId);
  const major = parseVersion(product?.currentVersion ?? '')?.major;
  if (product === undefined || major === undefined || product.upgradeGraceDays === 0) return undefined;
  const history = (await loadVersionHistories(ctx))(productId);
  const first = history.find(({ highest }) => highest.major >= major);
  if (first === undefined) return undefined;
  return { product, major, since: addDays(first.from, -product.upgradeGraceDays), until: first.from };
}

async function give(
  tx: CommandTx,
  { product, major, since, until }: Grace,
  { licenseId, customerId, createdAt }: GraceCandidate,
): Promise<void> {
  const customer = await lockCustomer(tx, customerId);
  if (customer === undefined) return;
  await lockExistingLicense(tx, licenseId);
  // Refunding the upgrade takes back what it led to.
  const isBoughtInWindow = createdAt >= since;
  const cause = (await changesOfLicense(tx, tx.account.id, licenseId)).findLast(
    (change) =>
      change.kind === 'Upgrade' &&
      !change.isRefunded &&
      !change.isDisputed &&
      change.createdAt >= since &&
      change.createdAt < until,
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
