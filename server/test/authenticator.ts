import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Response } from 'light-my-request';
import { type Account, accountUrl } from '../src/modules/accounts/index.ts';
import type { addPasskey } from '../src/modules/operators/index.ts';
import type { TestApp } from './harness.ts';
import type { OperatorAtWork } from './operators.ts';

type NewCredential = Parameters<typeof addPasskey>[2]['credential'];

/** What a server sends to a browser that is to ask for a passkey, as far as an authenticator needs it. */
interface Options {
  readonly challenge: string;
}

/** What an authenticator or a browser does differently from a good one. */
interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Nobody was asked for a finger, a face or a PIN. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly credentialId?: string;
  /** In base64url. */
  readonly userHandle?: string;
  /** A statement with a certificate, in place of none. */
  readonly hasCertificate?: boolean;
}

/** An authenticator and its browser, written a second time from the standard (Web Authentication, level 3), for one passkey. */
export interface Authenticator {
  /** Makes a passkey. */
  create(options: Options, deviation?: Deviation): NewCredential;
  /** Signs with it, and counts. */
  sign(options: Options, deviation?: Deviation): object;
  /** Adds the passkey to an operator, who has confirmed, and returns its wire form. */
  register(at: OperatorAtWork): Promise<{ id: string; name: string }>;
  /** Signs in from a page of the account. */
  signIn(deviation?: Deviation): Promise<Response>;
  /** Confirms a session. */
  confirm(at: Pick<OperatorAtWork, 'call'>, deviation?: Deviation): Promise<Response>;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** One that does not count says 0 each time. */
export function createAuthenticator(
  app: TestApp,
  { account = app.demo, doesCount = true }: { readonly account?: Account; readonly doesCount?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const ownId = randomBytes(16);
  const { hostname, origin: ownOrigin } = new URL(accountUrl(app.system.config, account));
  let signatures = 0;

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? ownOrigin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, { rpId, isUnverified = false, counter }: Deviation) => {
    if (doesCount) signatures += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? signatures);
    const verified = isUnverified ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(rpId ?? hostname), Buffer.of(flags | USER_PRESENT | verified), count]);
  };

  const create: Authenticator['create'] = (options, deviation = {}) => {
    const id =
      deviation.credentialId === undefined ? ownId : Buffer.from(deviation.credentialId, 'base64url');
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([
      authenticatorData(HAS_CREDENTIAL, deviation),
      Buffer.alloc(16),
      Buffer.of(0, id.length),
      id,
      key,
    ]);
    const statement = deviation.hasCertificate
      ? Buffer.concat([Buffer.from('\u0066packed', 'latin1'), attStmt('a163783563814100')])
      : Buffer.concat([Buffer.from('\u0064none', 'latin1'), attStmt('a0')]);
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      Buffer.from('\u0063fmt', 'latin1'),
      statement,
      Buffer.from('\u0068authData', 'latin1'),
      Buffer.of(0x58, data.length),
      data,
    ]);
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options, deviation)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  };

  const signOptions: Authenticator['sign'] = (options, deviation = {}) => {
    const data = authenticatorData(0, deviation);
    const client = clientData('webauthn.get', options, deviation);
    return {
      id: base64url(ownId),
      rawId: base64url(ownId),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        ...(deviation.userHandle !== undefined && { userHandle: deviation.userHandle }),
      },
      clientExtensionResults: {},
    };
  };

  const visit = (path: string, payload?: object) =>
    app.injectAs(account, {
      method: 'POST',
      url: `/api/operator/session/passkey${path}`,
      headers: { 'latchkey-dashboard': '1' },
      ...(payload !== undefined && { payload }),
    });
  return {
    create,
    sign: signOptions,
    register: async (at) => {
      await at.confirm();
      const options = (await at.call('POST', '/api/operator/passkeys/options')).json();
      const payload = { name: 'A key', credential: create(options) };
      const added = await at.call('POST', '/api/operator/passkeys', payload);
      assert.equal(added.statusCode, 200, added.body);
      return added.json();
    },
    signIn: async (deviation) => {
      const options = (await visit('/options')).json();
      return visit('', signOptions(options, deviation));
    },
    confirm: async (at, deviation) => {
      const url = '/api/operator/session/confirm/passkey';
      const options = (await at.call('POST', `${url}/options`)).json();
      return at.call('POST', url, signOptions(options, deviation));
    },
  };
}

function attStmt(hex: string): Buffer {
  return Buffer.concat([Buffer.from('\u0067attStmt', 'latin1'), Buffer.from(hex, 'hex')]);
}
