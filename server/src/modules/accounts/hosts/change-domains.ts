import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Account, toAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { checkDomains } from './domain-names.ts';
import { recordAccountEvent } from '../events.ts';
import { ACCOUNT_TOPIC, ALL_ACCOUNTS, hostName, HOSTS_TOPIC } from '../find-account.ts';
import { domainInUse } from '../problems.ts';
import { deleteDomains, domainsOf, insertDomains, lockAccountRow, takenDomains } from '../store.ts';

/**
 * Lets custom domains lead to the account, behind those it has, or before them with `isFirst`: links are made with the
 * first. Raises `InvalidInput` naming every mistake, `DomainInUse` and `NotFound`.
 */
export async function addDomains(
  ctx: Context,
  names: readonly string[],
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Promise<Account> {
  const added = names.map(hostName);
  const errors = checkDomains(added);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  return changeDomains(ctx, async (tx, domains) => {
    const conflicts = await takenDomains(tx, added);
    if (conflicts.length > 0)
      throw domainInUse({ detail: `An account of this instance already has ${conflicts.join(', ')}.` });
    return isFirst ? [...added, ...domains] : [...domains, ...added];
  });
}

/** Takes custom domains away from the account. Raises `NotFound` when it has one of them not; then nothing changes. */
export async function removeDomains(ctx: Context, names: readonly string[]): Promise<Account> {
  const removed = new Set(names.map(hostName));
  return changeDomains(ctx, async (_tx, domains) => {
    const foreign = [...removed].filter((name) => !domains.includes(name));
    if (foreign.length > 0) {
      throw notFound({
        detail: `The account ${ctx.account.id} does not have the domain ${foreign.join(', ')}.`,
      });
    }
    return domains.filter((domain) => !removed.has(domain));
  });
}

async function changeDomains(
  ctx: Context,
  change: (tx: Tx, domains: readonly string[]) => Promise<readonly string[]>,
): Promise<Account> {
  const { id } = ctx.account;
  return transaction(ctx, async (tx) => {
    // This comes first: the row of this version is a lock, so that no domain is assigned to two accounts.
    await recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
    const row = await lockAccountRow(tx, id);
    if (row === undefined) throw notFound();
    const before = await domainsOf(tx, id);
    const domains = await change(tx, before);
    await deleteDomains(tx, id);
    await insertDomains(tx, id, domains);
    await recordChange(tx, id, ACCOUNT_TOPIC);
    recordAccountEvent(tx, {
      type: 'account.domains-changed',
      subjects: {},
      data: { before, after: domains },
    });
    return toAccount(row, domains);
  });
}
