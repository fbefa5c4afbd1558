import type { CustomProperties } from '../../kernel/properties.ts';
import type { Address } from './domain/address.ts';

/** A customer of an account, as stored. */
export interface Customer {
  readonly accountId: string;
  readonly id: string;
  /** Absent on customers who came by import, a voucher or an order and never said it. */
  readonly name: string | null;
  readonly businessName: string | null;
  readonly taxId: string | null;
  /** As typed; mail goes here. */
  readonly email: string;
  /** What the email is matched by, unique in the account. */
  readonly emailKey: string;
  readonly isEmailConfirmed: boolean;
  readonly phone: string | null;
  readonly address: Address | null;
  /** PHC string; absent until the customer sets a password. */
  readonly passwordHash: string | null;
  /** Counts how often all sessions were ended; what an earlier session prepared is good for nothing. */
  readonly sessionEpoch: number;
  readonly acceptsNewsletter: boolean;
  /** When they asked for it; so with the next. */
  readonly newsletterOptedInAt: Date | null;
  readonly acceptsProductUpdates: boolean;
  readonly productUpdatesOptedInAt: Date | null;
  readonly privacyAcceptedAt: Date | null;
  readonly termsAcceptedAt: Date | null;
  readonly properties: CustomProperties;
  /** Personal data has been removed; the row stays for the orders and licenses that refer to it. */
  readonly isDeleted: boolean;
  /** The vendor's own id, unique in the account. */
  readonly externalId: string | null;
  /** Counts the changes. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** What an import has to know of the customer who owns something. */
export type Owner = Pick<Customer, 'id' | 'emailKey' | 'isEmailConfirmed'>;

/** What an address that is no customer's is subscribed to, and the code that waits for its confirmation. */
export interface NewsletterSubscription {
  readonly accountId: string;
  readonly emailKey: string;
  readonly email: string;
  /** The user agent of the request. */
  readonly name: string | null;
  /** What the code that waits subscribes to; so with the next. */
  readonly wantsNewsletter: boolean;
  readonly wantsProductUpdates: boolean;
  readonly isNewsletter: boolean;
  readonly isProductUpdates: boolean;
  readonly codeHash: string | null;
  readonly codeExpiresAt: Date | null;
  readonly requestedAt: Date;
  /** When the address last proved that it wants this. */
  readonly confirmedAt: Date | null;
  readonly changedAt: Date;
}

/**
 * A change of a customer's email that the address before can undo. Until then that address is the customer's, too, if it
 * was proven: nobody else can take it.
 */
export interface EmailChange {
  readonly accountId: string;
  readonly customerId: string;
  /** The hash of the code that undoes the change. */
  readonly id: string;
  /** The address before: of several changes in a row, the one before the first. */
  readonly email: string;
  readonly emailKey: string;
  readonly wasConfirmed: boolean;
  readonly changedAt: Date;
  readonly expiresAt: Date;
}

export interface CustomerTables {
  emailChanges: EmailChange;
  newsletterSubscriptions: NewsletterSubscription;
  customers: Customer;
}
