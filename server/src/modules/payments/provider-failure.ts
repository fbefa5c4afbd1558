/**
 * Why a call to a provider failed. `Unavailable`: repeat it later. `Refused`: it would fail again. `Missing`: the
 * account of the key has no such payment, in the key's mode. `Forbidden`: the provider does not accept the account's
 * key, the key lacks a permission, or there is none: that lasts until the vendor connects again.
 */
export type FailureKind = 'Unavailable' | 'Refused' | 'Missing' | 'Forbidden';

/** A rejection of an adapter with its reason. Its message is for the log: it contains no secret and names nobody. */
export class ProviderFailure extends Error {
  override readonly name: string = 'ProviderFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
