import type { Actor } from '../../platform/context/actor.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import type { Address } from './domain/address.ts';

/** A customer of an account, as stored. */
export interface Customer {
  readonly accountId: string;
  readonly id: string;
  /** Absent for customers created by an import, a voucher or an order without a name. */
  readonly name: string | null;
  readonly businessName: string | null;
  readonly taxId: string | null;
  /** As typed; mail is sent to it. */
  readonly email: string;
  /** The lookup form of the email, unique in the account. */
  readonly emailKey: string;
  readonly isEmailConfirmed: boolean;
  readonly phone: string | null;
  readonly address: Address | null;
  /** PHC string; absent until the customer sets a password. */
  readonly passwordHash: string | null;
  /** The number of times that all sessions were ended; anything that an earlier session prepared is invalid. */
  readonly sessionEpoch: number;
  readonly acceptsNewsletter: boolean;
  /** The time of their consent, here and in the next field. */
  readonly newsletterOptedInAt: Date | null;
  readonly acceptsProductUpdates: boolean;
  readonly productUpdatesOptedInAt: Date | null;
  readonly privacyAcceptedAt: Date | null;
  readonly termsAcceptedAt: Date | null;
  readonly properties: CustomProperties;
  /** Personal data has been removed; the row stays for the orders and licenses that refer to it. */
  readonly isDeleted: boolean;
  /** The customer who has what was this one's, because they are one person; null: none. */
  readonly mergedInto: string | null;
  /** The vendor's own id, unique in the account. */
  readonly externalId: string | null;
  /** Incremented with every change. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** The facts about an owner that an import needs. */
export type Owner = Pick<Customer, 'id' | 'emailKey' | 'isEmailConfirmed'>;

/** How people tell a customer from others. */
export type CustomerName = Pick<Customer, 'id' | 'name' | 'email'>;

/** The subscriptions of an address that belongs to no customer, and the code that awaits its confirmation. */
export interface NewsletterSubscription {
  readonly accountId: string;
  readonly emailKey: string;
  readonly email: string;
  /** The user agent of the request. */
  readonly name: string | null;
  /** The subscriptions that the pending code confirms, here and in the next field. */
  readonly wantsNewsletter: boolean;
  readonly wantsProductUpdates: boolean;
  readonly isNewsletter: boolean;
  readonly isProductUpdates: boolean;
  readonly codeHash: string | null;
  readonly codeExpiresAt: Date | null;
  readonly requestedAt: Date;
  /** When the address last confirmed that it wants this. */
  readonly confirmedAt: Date | null;
  readonly changedAt: Date;
}

/**
 * A change of a customer's email that can be undone from the previous address. Until then that address is reserved for
 * the customer, if it was proven: nobody else can take it.
 */
export interface EmailChange {
  readonly accountId: string;
  readonly customerId: string;
  /** The hash of the code that undoes the change. */
  readonly id: string;
  /** The previous address: of several changes in a row, the one before the first. */
  readonly email: string;
  readonly emailKey: string;
  readonly wasConfirmed: boolean;
  readonly changedAt: Date;
  readonly expiresAt: Date;
}

/** A search term of a customer: a search matches the beginning of a term. */
interface SearchTerm {
  readonly accountId: string;
  readonly customerId: string;
  readonly term: string;
}

/** What the vendor's people write down about a customer, for each other. */
export interface CustomerNote {
  readonly accountId: string;
  readonly id: string;
  readonly customerId: string;
  readonly content: string;
  readonly authorKind: Actor['kind'];
  readonly authorId: string | null;
  /** The name of the author when the note was written. */
  readonly authorName: string | null;
  readonly createdAt: Date;
}

export interface CustomerTables {
  customerNotes: CustomerNote;
  emailChanges: EmailChange;
  newsletterSubscriptions: NewsletterSubscription;
  customers: Customer;
  customerSearchTerms: SearchTerm;
}
