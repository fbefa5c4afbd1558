/**
 * Why a call of a provider failed. `Unavailable`: repeat it later. `Refused`: it is wrong, and will be wrong again. `Missing`: the
 * account that the key is of has no such payment, in the key's mode. `Forbidden`:
 * the provider does not accept the account's key, the key may not do this, or there is none: that lasts until the vendor
 * connects again.
 */
export type FailureKind = 'Unavailable' | 'Refused' | 'Missing' | 'Forbidden';

/** A rejection of an adapter that tells why. Its message is for the log: it has no secret and names nobody. */
export class ProviderFailure extends Error {
  override readonly name: string = 'ProviderFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
