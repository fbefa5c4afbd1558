import { Refusal, type Session, type SignedIn } from '@latchkey/sdk';

/** The customer whom a page names. */
type PageCustomer = Pick<SignedIn, 'id' | 'email'>;

/** The page named one customer, but another one is now signed in, so nothing was done. */
export class OtherCustomer extends Error {
  override readonly name = 'OtherCustomer';
  readonly onPage: string;
  readonly signedIn: string;

  constructor(onPage: PageCustomer, signedIn: PageCustomer) {
    super(`The page names ${onPage.email}, and ${signedIn.email} is signed in.`);
    this.onPage = onPage.email;
    this.signedIn = signedIn.email;
  }
}

/**
 * Makes a call for the customer whom the page names, whatever other tabs have done since it was drawn. Raises
 * `OtherCustomer` when another one is signed in, and the errors of the call.
 */
export async function asCustomer<Result>(
  session: Pick<Session, 'signedIn' | 'synchronize'>,
  customer: PageCustomer,
  call: () => Promise<Result>,
): Promise<Result> {
  const refuseOther = () => {
    session.synchronize();
    const signedIn = session.signedIn();
    if (signedIn !== undefined && signedIn.id !== customer.id) throw new OtherCustomer(customer, signedIn);
  };
  refuseOther();
  try {
    return await call();
  } catch (failure) {
    // The tokens of the page were refused because another tab has exchanged them for another customer's.
    if (failure instanceof Refusal && failure.status === 401) refuseOther();
    throw failure;
  }
}
