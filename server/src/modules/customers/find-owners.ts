import type { FieldIssues, KeyLedger } from '../../kernel/bulk-import.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import { emailKey } from './domain/email.ts';
import { findLiveCustomers } from './store-owners.ts';
import type { Owner } from './tables.ts';

/** A reference to an owner, in one of the forms that an import accepts. */
export interface OwnerReference {
  readonly ownerId?: string | undefined;
  readonly ownerEmail?: string | undefined;
  /** The vendor's own reference of the customer. */
  readonly ownerExternalId?: string | undefined;
}

/** The owner that a reference names; neither an owner nor issues if it names nobody. */
export type OwnerFinder = (reference: OwnerReference) => {
  readonly owner?: Owner | undefined;
  readonly errors: FieldIssues;
};

/** The keys of a customer in the ledger of a dry run. */
export const customerKeys = {
  id: (id: string): string => `customer/id/${id.toLowerCase()}`,
  email: (email: string): string => `customer/email/${emailKey(email)}`,
  externalId: (externalId: string): string => `customer/external-id/${externalId}`,
};

/**
 * Finds the owners of many entries together. In a transaction with `locks` they stay locked until its end. In a dry
 * run, customers that it would have created count, too.
 */
export async function findOwners(
  ctx: QueryContext,
  references: readonly OwnerReference[],
  { ledger, locks = false }: { readonly ledger?: KeyLedger; readonly locks?: boolean } = {},
): Promise<OwnerFinder> {
  const find = (column: 'id' | 'emailKey' | 'externalId', values: readonly (string | undefined)[]) =>
    findLiveCustomers(readerOf(ctx), ctx.account.id, {
      column,
      values: [...new Set(values.filter((value) => value !== undefined))],
      locks,
    });
  const byId = await find(
    'id',
    references.map(({ ownerId }) => ownerId?.toLowerCase()),
  );
  const byEmail = await find(
    'emailKey',
    references.map(({ ownerEmail }) => ownerEmail && emailKey(ownerEmail)),
  );
  const byExternalId = await find(
    'externalId',
    references.map(({ ownerExternalId }) => ownerExternalId),
  );
  const dryRunBy = (key: string): Owner | undefined => {
    const id = ledger?.find(key);
    return id === undefined ? undefined : { id, emailKey: '', isEmailConfirmed: false };
  };
  return ({ ownerId, ownerEmail, ownerExternalId }) => {
    const [first, ...others] = [
      ownerId !== undefined && {
        field: 'ownerId',
        owner: byId.get(ownerId.toLowerCase()) ?? dryRunBy(customerKeys.id(ownerId)),
      },
      ownerEmail !== undefined && {
        field: 'ownerEmail',
        owner: byEmail.get(emailKey(ownerEmail)) ?? dryRunBy(customerKeys.email(ownerEmail)),
      },
      ownerExternalId !== undefined && {
        field: 'ownerExternalId',
        owner: byExternalId.get(ownerExternalId) ?? dryRunBy(customerKeys.externalId(ownerExternalId)),
      },
    ].filter((way) => way !== false);
    if (first === undefined) return { errors: {} };
    if (others.length > 0) return { errors: { [first.field]: ['must be the only reference to the owner'] } };
    const { field, owner } = first;
    return owner === undefined
      ? { errors: { [field]: ['is not a customer of this account'] } }
      : { owner, errors: {} };
  };
}
