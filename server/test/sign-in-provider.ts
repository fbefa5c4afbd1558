import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';

/** A person at the provider. */
export interface ProviderPerson {
  readonly email: string;
  readonly isUnproven?: boolean;
}

/** A certified provider (`oidc-provider`) on this machine, with people who sign in without typing. */
export interface TestProvider {
  readonly environment: Readonly<Record<string, string>>;
  /** Whoever comes next is this person. */
  become(person: ProviderPerson | 'Nobody'): void;
  /** Signs a person in, in a browser of their own, and returns the query of the address that the provider leads back to. */
  visit(url: string, person: ProviderPerson | 'Nobody'): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'latchkey', client_secret: 'a-secret-of-the-client' };

/** Starts the provider; `home` is the origin of the pages that it leads back to. */
export async function startProvider(home: string): Promise<TestProvider> {
  let person: ProviderPerson | 'Nobody' = 'Nobody';
  const people = new Map<string, ProviderPerson>();
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    assert.ok(provider !== undefined);
    const work = request.url?.startsWith('/interaction/')
      ? interact(provider, request, response)
      : provider.callback()(request, response);
    work.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const interact = async (at: Provider, request: IncomingMessage, response: ServerResponse) => {
    await at.interactionDetails(request, response);
    const result =
      person === 'Nobody'
        ? { error: 'access_denied', error_description: 'somebody went away' }
        : { login: { accountId: person.email } };
    await at.interactionFinished(request, response, result);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const issuer = `http://127.0.0.1:${address.port}`;
  provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${home}/dashboard/provider`] }],
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' })],
    },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => {
      const { email, isUnproven = false } = people.get(accountId) ?? assert.fail(accountId);
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: !isUnproven }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT.client_id,
        accountId: oidc.session?.accountId ?? assert.fail('nobody is signed in'),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const become: TestProvider['become'] = (visitor) => {
    person = visitor;
    if (visitor !== 'Nobody') people.set(visitor.email, visitor);
  };
  return {
    environment: {
      LATCHKEY_OIDC_ISSUER: issuer,
      LATCHKEY_OIDC_CLIENT_ID: CLIENT.client_id,
      LATCHKEY_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      LATCHKEY_OIDC_NAME: 'Vendor ID',
    },
    become,
    visit: async (url, visitor) => {
      become(visitor);
      return followTo(home, url);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows redirects with cookies, until they lead home; the query of that address. */
async function followTo(home: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const text = await answer.text();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    assert.ok(location !== null, `${answer.status} ${url} ${text}`);
    const next = new URL(location, url);
    if (next.origin === home) return next.search;
    url = next.href;
  }
  return assert.fail('the provider leads nowhere');
}
