import { hasPassed } from './license-state.ts';

/** Claims of a presented token with a valid signature. */
export interface PresentedToken {
  /** The version of the activation, or of the trial. */
  readonly id: string;
  readonly ownerId: string;
  readonly isTrial: boolean;
  readonly method: 'Online' | 'Offline';
  /** The last validation that it knows of. */
  readonly validatedAt?: Date | undefined;
  /** The key that signed it, and signs the token that renews it. */
  readonly signingKid: string;
}

/** Stored state of the activation that a token names, and of its license. */
interface ActivationState {
  readonly productId: string;
  readonly customerId: string;
  readonly licenseStatus: 'Active' | 'Revoked';
  readonly activationStatus: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
}

/** Stored state of the trial that a token names. */
interface TrialState {
  readonly productId: string;
  readonly expiresAt: Date;
}

/** The reason why a license ended for a device, or belongs to somebody else. */
export type LicenseRefusal = 'OwnerChanged' | 'LicenseRevoked' | 'ActivationRevoked' | 'LicenseExpired';

/** Why a token is not renewed. */
export type TokenRefusal = 'InvalidToken' | 'Gone' | 'OtherProduct' | LicenseRefusal | 'ProductInactive';

interface ProductState {
  readonly id: string;
  readonly status: 'Active' | 'Inactive';
}

/** The subject of a token: an activation of a license, or a trial. */
type SubjectState = { readonly activation: ActivationState } | { readonly trial: TrialState };

/** Everything that the decision about one token depends on. */
export interface TokenCase<Product, Subject> {
  /** Absent when this account did not sign the token for the product. */
  readonly token: PresentedToken | undefined;
  /** The product that the token was presented for; absent when it does not exist. */
  readonly product: Product | undefined;
  /** Absent when the row does not exist. */
  readonly subject: Subject | undefined;
}

/** A token to renew, with the data for its successor. */
export interface TokenRenewal<Product, Subject> {
  readonly token: PresentedToken;
  readonly product: Product;
  readonly subject: Subject;
}

/**
 * Whether a token is renewed, or the first reason not to (customer API, License activation; wire contract section 5).
 * Applications delete their license on a definitive refusal, so the order matters, and anything that may be temporary
 * (another owner, an inactive product) is not definitive.
 */
export function decideOnToken<Product extends ProductState, Subject extends SubjectState>(
  { token, product, subject }: TokenCase<Product, Subject>,
  now: Date,
): TokenRenewal<Product, Subject> | { readonly refusal: TokenRefusal } {
  if (token === undefined) return { refusal: 'InvalidToken' };
  if (subject === undefined || product === undefined) return { refusal: 'Gone' };
  const { productId } = 'activation' in subject ? subject.activation : subject.trial;
  if (productId !== product.id) return { refusal: 'OtherProduct' };
  const ended =
    'activation' in subject
      ? refusalOfActivation(subject.activation, now, token.ownerId)
      : refusalOfTrial(subject.trial, now);
  if (ended !== undefined) return { refusal: ended };
  if (product.status === 'Inactive') return { refusal: 'ProductInactive' };
  return { token, product, subject };
}

/**
 * The reason why a device may not continue with its activation; the token is the owner's unless it names somebody else.
 * The revocation of a license takes precedence over the release of a device, and both over expiry.
 */
export function refusalOfActivation(
  activation: Omit<ActivationState, 'productId'>,
  now: Date,
  tokenOwnerId: string = activation.customerId,
): LicenseRefusal | undefined {
  if (activation.customerId !== tokenOwnerId) return 'OwnerChanged';
  if (activation.licenseStatus === 'Revoked') return 'LicenseRevoked';
  if (activation.activationStatus === 'Revoked') return 'ActivationRevoked';
  return hasPassed(activation.expiresAt, now) ? 'LicenseExpired' : undefined;
}

function refusalOfTrial({ expiresAt }: TrialState, now: Date): LicenseRefusal | undefined {
  return hasPassed(expiresAt, now) ? 'LicenseExpired' : undefined;
}
