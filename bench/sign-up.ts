import { randomUUID } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Target } from './target.ts';

const SignedIn = Type.Object({ id: Type.String(), accessToken: Type.String() });

/** A customer with an access token. */
export type BenchCustomer = Static<typeof SignedIn> & { readonly email: string; readonly password: string };

/** Creates a customer over HTTP, like a shop. */
export async function signUp(target: Target): Promise<BenchCustomer> {
  const email = `${randomUUID()}@example.com`;
  const password = `Aa1!${randomUUID()}`;
  const answer = await fetch(`${target.url}/api/customer/identity/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A bench customer', email, password }),
  });
  if (!answer.ok) throw new Error(`sign-up answers ${answer.status}: ${await answer.text()}`);
  return { ...Value.Parse(SignedIn, await answer.json()), email, password };
}
