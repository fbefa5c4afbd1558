import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { transaction } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Account, toAccount } from '../account.ts';
import type { CommandContext } from '../context.ts';
import { checkDomains } from './domain-names.ts';
import { recordAccountEvent } from '../events.ts';
import { ACCOUNT_TOPIC, ALL_ACCOUNTS, hostName, HOSTS_TOPIC } from '../find-account.ts';
import { domainInUse } from '../problems.ts';
import { refuseHostChange } from './operator-rights.ts';
import {
  deleteDomains,
  domainsOf,
  insertDomains,
  lockAccountRow,
  takenDomains,
  updateAccountRow,
} from '../store.ts';

interface DomainOptions {
  readonly expectedRevision?: number | undefined;
}

/**
 * Adds custom domains to the account, after its existing ones, or before them with `isFirst`: links use the first.
 * Raises `InvalidInput` with every issue, `DomainInUse`, `NotFound`, `StaleRevision`, and `OperatorOnly` as
 * `refuseHostChange` does.
 */
export async function addDomains(
  ctx: CommandContext,
  names: readonly string[],
  { isFirst = false, ...options }: DomainOptions & { readonly isFirst?: boolean } = {},
): Promise<Account> {
  const added = names.map(hostName);
  refuseIssues(checkDomains(added));
  return changeDomains(ctx, options, async (tx, domains) => {
    await refuseTaken(tx, added);
    return isFirst ? [...added, ...domains] : [...domains, ...added];
  });
}

/**
 * Removes custom domains from the account. Raises `NotFound` when it lacks one of them, and refuses as `addDomains`
 * does; then nothing changes.
 */
export async function removeDomains(
  ctx: CommandContext,
  names: readonly string[],
  options: DomainOptions = {},
): Promise<Account> {
  const removed = new Set(names.map(hostName));
  return changeDomains(ctx, options, async (_tx, domains) => {
    const foreign = [...removed].filter((name) => !domains.includes(name));
    if (foreign.length > 0) {
      throw notFound({
        detail: `The account ${ctx.account.id} does not have the domain ${foreign.join(', ')}.`,
      });
    }
    return domains.filter((domain) => !removed.has(domain));
  });
}

/** Replaces the account's custom domains with these, in this order. Refuses as `addDomains` does. */
export async function replaceDomains(
  ctx: CommandContext,
  names: readonly string[],
  options: DomainOptions = {},
): Promise<Account> {
  const domains = names.map(hostName);
  refuseIssues(checkDomains(domains));
  return changeDomains(ctx, options, async (tx, before) => {
    await refuseTaken(
      tx,
      domains.filter((name) => !before.includes(name)),
    );
    return domains;
  });
}

async function refuseTaken(tx: Tx, names: readonly string[]): Promise<void> {
  const conflicts = await takenDomains(tx, names);
  if (conflicts.length > 0)
    throw domainInUse({ detail: `An account of this instance already has ${conflicts.join(', ')}.` });
}

async function changeDomains(
  ctx: CommandContext,
  { expectedRevision }: DomainOptions,
  change: (tx: Tx, domains: readonly string[]) => Promise<readonly string[]>,
): Promise<Account> {
  const { id } = ctx.account;
  return transaction(ctx, async (tx) => {
    // This comes first: the row of this version is a lock, so that no domain is assigned to two accounts.
    await recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
    const row = await lockAccountRow(tx, id);
    if (row === undefined) throw notFound();
    checkRevision(row, expectedRevision);
    const before = await domainsOf(tx, id);
    const domains = await change(tx, before);
    await refuseHostChange(
      tx,
      domains.filter((name) => !before.includes(name)),
    );
    await deleteDomains(tx, id);
    await insertDomains(tx, id, domains);
    await updateAccountRow(tx, id, {});
    await recordChange(tx, id, ACCOUNT_TOPIC);
    recordAccountEvent(tx, {
      type: 'account.domains-changed',
      subjects: {},
      data: { before, after: domains },
    });
    return toAccount({ ...row, revision: row.revision + 1 }, domains);
  });
}
