import {
  type FieldIssues,
  type ImportOutcome,
  type KeyLedger,
  memoryLedger,
} from '../../../kernel/bulk-import.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import { findOwners, type Owner } from '../../customers/index.ts';
import { licensesByExternalId } from '../../licensing/index.ts';
import { beginImported } from './begin-imported.ts';
import type { PreparedSubscription } from './prepare-imports.ts';
import { subscriptionIds } from './store-imports.ts';

type Licenses = Awaited<ReturnType<typeof licensesByExternalId>>;

/** A subscription that can begin here. */
type Plan = { readonly outcome: ImportOutcome } | { readonly owner: Owner };

/**
 * Imports subscriptions that run elsewhere, all in this transaction: each goes on here with the end of its paid period. An
 * invalid entry creates nothing, and one whose `externalId` the account or an earlier entry has refers to the existing
 * subscription. Nobody gets a mail. Outcomes are in the order of the entries.
 */
export async function importSubscriptions(
  tx: CommandTx,
  inputs: readonly PreparedSubscription[],
): Promise<ImportOutcome[]> {
  const ledger = memoryLedger();
  const { plan, licenses } = await planner(tx, inputs, { ledger, locks: true });
  const outcomes: ImportOutcome[] = [];
  for (const input of inputs) {
    const planned = plan(input);
    if ('outcome' in planned) {
      outcomes.push(planned.outcome);
      continue;
    }
    const { licenseExternalIds = [] } = input.draft;
    const own = licenseExternalIds.flatMap((id) => licenses.get(id) ?? []);
    const { id } = await beginImported(tx, { prepared: input, owner: planned.owner, licenses: own });
    remember(ledger, input, id);
    outcomes.push({ status: 'created', id });
  }
  return outcomes;
}

/**
 * The outcome of `importSubscriptions` as if the entries in the ledger had been stored; adds to the ledger. Writes nothing
 * else.
 */
export async function dryRunSubscriptions(
  ctx: QueryContext,
  inputs: readonly PreparedSubscription[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  const { plan } = await planner(ctx, inputs, { ledger, locks: false });
  return inputs.map((input) => {
    const planned = plan(input);
    if ('outcome' in planned) return planned.outcome;
    const id = ctx.ids.guid();
    remember(ledger, input, id);
    return { status: 'created', id };
  });
}

async function planner(
  ctx: QueryContext,
  inputs: readonly PreparedSubscription[],
  { ledger, locks }: { readonly ledger: KeyLedger; readonly locks: boolean },
): Promise<{ readonly plan: (input: PreparedSubscription) => Plan; readonly licenses: Licenses }> {
  const drafts = inputs.map(({ draft }) => draft);
  const ids = await subscriptionIds(
    readerOf(ctx),
    ctx.account.id,
    drafts.map(({ externalId }) => externalId),
  );
  const owners = await findOwners(ctx, drafts, { ledger, locks });
  const licenses = await licensesByExternalId(
    ctx,
    drafts.flatMap(({ licenseExternalIds = [] }) => licenseExternalIds),
  );
  return {
    licenses,
    plan(input) {
      const { draft } = input;
      const existing = ids.get(draft.externalId) ?? ledger.find(subscriptionKey(draft.externalId));
      if (existing !== undefined) return { outcome: { status: 'exists', id: existing } };
      const { owner, errors: ownerIssues } = owners(draft);
      const errors: FieldIssues = { ...ownerIssues, ...input.issues };
      if (owner === undefined && Object.keys(ownerIssues).length === 0)
        errors['ownerId'] = ['is required, or another reference to the customer'];
      const issues = licenseIssues(input, { owner, licenses, ledger });
      if (issues.length > 0) errors['licenseExternalIds'] = issues;
      if (owner === undefined || Object.keys(errors).length > 0)
        return { outcome: { status: 'invalid', errors } };
      return { owner };
    },
  };
}

const subscriptionKey = (externalId: string): string => `subscription/${externalId}`;
const licenseKey = (externalId: string): string => `subscription-license/${externalId}`;

function remember(ledger: KeyLedger, { draft }: PreparedSubscription, id: string): void {
  ledger.add(subscriptionKey(draft.externalId), id);
  for (const license of draft.licenseExternalIds ?? []) ledger.add(licenseKey(license), id);
}

/** Why the licenses of an entry cannot be those of its subscription. */
function licenseIssues(
  { draft, productIds }: PreparedSubscription,
  {
    owner,
    licenses,
    ledger,
  }: { readonly owner: Owner | undefined; readonly licenses: Licenses; readonly ledger: KeyLedger },
): string[] {
  const { licenseExternalIds, content } = draft;
  if (licenseExternalIds === undefined) return [];
  const { quantity = 1 } = content;
  const issues: string[] = [];
  const counts = new Map<string, number>();
  for (const [index, externalId] of licenseExternalIds.entries()) {
    const license = licenses.get(externalId);
    if (licenseExternalIds.indexOf(externalId) < index) issues.push(`names ${externalId} twice`);
    else if (license === undefined) issues.push(`names ${externalId}, which is no license of this account`);
    else if (owner !== undefined && license.customerId !== owner.id)
      issues.push(`names ${externalId}, which belongs to another customer`);
    else if (!productIds.includes(license.productId))
      issues.push(`names ${externalId}, which is a license of ${license.productId}`);
    else if (license.status === 'Revoked') issues.push(`names ${externalId}, which is revoked`);
    else if (license.subscriptionId !== null || ledger.find(licenseKey(externalId)) !== undefined)
      issues.push(`names ${externalId}, which belongs to another subscription`);
    else if (license.orderId !== null) issues.push(`names ${externalId}, which was bought here`);
    else if (license.expiresAt === null)
      issues.push(`names ${externalId}, which is perpetual: the subscription would end it`);
    else counts.set(license.productId, (counts.get(license.productId) ?? 0) + 1);
  }
  if (issues.length > 0) return issues;
  return productIds.flatMap((productId) => {
    const count = counts.get(productId) ?? 0;
    return count === quantity ? [] : [`must name ${quantity} of ${productId}, not ${count}`];
  });
}
