import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { ActivationMethod, License } from './tables.ts';

/**
 * Events of licenses, devices and trials. Licenses that are granted, revoked, restored or extended together are one
 * event for every hundred of them, so every license is found by its id. People name their devices, so events contain
 * only the id of the activation.
 */
type LicensingEvent =
  | {
      readonly type: 'license.granted';
      readonly subjects: LicenseSubjects & { readonly order: string | null };
      readonly data: {
        readonly quantity: number;
        readonly orderLineId: string | null;
        readonly expiresAt: Date | null;
        readonly awaitsProof: boolean;
      } & Reason;
    }
  | {
      readonly type: 'license.imported';
      readonly subjects: LicenseSubjects;
      readonly data: { readonly activations: number; readonly expiresAt: Date | null };
    }
  | {
      readonly type: 'license.revoked';
      readonly subjects: {
        readonly license: readonly string[];
        readonly customer: string;
        /** Set if its money was returned or is disputed. */
        readonly order: string | null;
      };
      readonly data: {
        readonly quantity: number;
        /** Null if the vendor revoked it, or the customer was deleted. */
        readonly reason: License['revocationReason'];
        /** Why the vendor revoked it, in the words of whoever did. */
        readonly note?: string;
      };
    }
  /**
   * Only the names of changed custom properties, key codes and external ids: their values do not belong in the journal.
   */
  | {
      readonly type: 'license.updated';
      /** With the order of an upgrade or renewal. */
      readonly subjects: LicenseSubjects & { readonly order?: string | null };
      readonly data: { readonly fields: readonly string[] } & Partial<ChangedFields> & Reason;
    }
  /** By the vendor, or, with an order, because a dispute was won. */
  | {
      readonly type: 'license.restored';
      readonly subjects: LicenseSubjects & { readonly order: string | null };
      readonly data: Reason;
    }
  /** With another key code, whose value does not belong in the journal, or without the devices that used it. */
  | {
      readonly type: 'license.reissued';
      readonly subjects: LicenseSubjects;
      readonly data: {
        readonly hasNewKey: boolean;
        /** The number of devices that lost their seat. */
        readonly released: number;
      } & Reason;
    }
  /** To another customer; both are among the subjects. */
  | {
      readonly type: 'license.transferred';
      readonly subjects: Omit<LicenseSubjects, 'customer'> & { readonly customer: readonly string[] };
      readonly data: ChangedFields & {
        /** The number of devices that lost their seat. */
        readonly released: number;
      } & Reason;
    }
  /** Its time is over; recorded within minutes. An extended license can expire again. */
  | {
      readonly type: 'license.expired';
      readonly subjects: LicenseSubjects;
      readonly data: { readonly expiresAt: Date };
    }
  | {
      readonly type: 'activation.created';
      readonly subjects: ActivationSubjects;
      readonly data: { readonly method: ActivationMethod };
    }
  /**
   * To another license of its owner, which covers the version of the device's application; both are among the subjects.
   */
  | {
      readonly type: 'activation.moved';
      readonly subjects: Omit<ActivationSubjects, 'license'> & { readonly license: readonly string[] };
      readonly data: {};
    }
  | {
      readonly type: 'activation.released';
      readonly subjects: ActivationSubjects;
      readonly data: Reason;
    }
  | {
      readonly type: 'trial.started' | 'trial.imported';
      readonly subjects: TrialSubjects;
      readonly data: { readonly expiresAt: Date };
    }
  | {
      readonly type: 'trial.expired';
      readonly subjects: TrialSubjects;
      readonly data: { readonly expiresAt: Date };
    }
  | { readonly type: 'trial.reset'; readonly subjects: TrialSubjects; readonly data: Reason }
  | {
      readonly type: 'trial.updated';
      readonly subjects: TrialSubjects;
      readonly data: { readonly fields: readonly string[] };
    }
  | {
      readonly type: 'product-rules.changed';
      readonly subjects: { readonly product: string };
      readonly data: ChangedFields;
    };

/** Why the vendor did it, in the words of whoever did. */
type Reason = { readonly reason?: string };

type LicenseSubjects = {
  readonly license: string | readonly string[];
  readonly customer: string;
  readonly product: string;
};

type ActivationSubjects = {
  readonly activation: string;
  readonly license: string;
  readonly customer: string;
  readonly product: string;
};

type TrialSubjects = {
  readonly trial: string;
  readonly product: string;
  readonly customer: string | null;
};

const MOST_LICENSES_OF_EVENT = 100;

/** Ids of licenses in groups that one event can name. */
export function groupsOfEvents(licenses: readonly { readonly id: string }[]): string[][] {
  const count = Math.ceil(licenses.length / MOST_LICENSES_OF_EVENT);
  return Array.from({ length: count }, (_, index) =>
    licenses.slice(index * MOST_LICENSES_OF_EVENT, (index + 1) * MOST_LICENSES_OF_EVENT).map(({ id }) => id),
  );
}

/** The part of an event's data that says why the vendor did it; empty without a reason. */
export function because(reason: string | undefined): Reason {
  return reason === undefined ? {} : { reason };
}

/** @see record */
export const recordLicensingEvent: (tx: CommandTx, event: LicensingEvent) => void = record;
