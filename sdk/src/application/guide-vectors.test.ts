import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { device, tokenAt } from '../../test/device-world.ts';
import { endingOf, isSeatGone, meaningOf } from './answers.ts';
import { decide } from './decision.ts';
import type { License } from './license.ts';
import { openApplication } from './open-application.ts';
import { LicenseError } from './problems.ts';
import { memoryStorage } from './storage.ts';
import { systemTime } from './time.ts';

interface StateVectors {
  readonly policy: { readonly validateEverySeconds: number; readonly graceSeconds: number };
  readonly cases: readonly {
    readonly name: string;
    readonly token: {
      readonly validated: number;
      readonly method: 'Online' | 'Offline';
      readonly exp?: number;
    };
    readonly receivedAt?: number;
    readonly ran: number;
    readonly now: number;
    readonly expected: { readonly status: string; readonly isValidationDue: boolean };
  }[];
  readonly renewals: readonly {
    readonly name: string;
    /** The stored content when the response arrives. */
    readonly present: Renewal;
    /** Whether the stored token is the one that was sent, and not one that arrived meanwhile. */
    readonly wasSent: boolean;
    /** The clock of the device when the response arrives. */
    readonly now: number;
    readonly answer: Renewal;
    readonly isTaken: boolean;
  }[];
}

interface Renewal {
  readonly id: string;
  readonly validated: number;
}

interface FileVectors {
  readonly expected: {
    readonly accountId: string;
    readonly productId: string;
    readonly deviceSignature: string;
  };
  readonly keys: Readonly<Record<string, { readonly jwk: object } | undefined>>;
  readonly files: readonly {
    readonly name: string;
    readonly keys: readonly string[];
    readonly now: number;
    readonly text: string;
    /** The code of the error; absent for an accepted file. */
    readonly problem?: string;
  }[];
}

interface AnswerVector {
  readonly operation: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly means: string;
}

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/vectors/${name}`, import.meta.url), 'utf8');

function licenseOf({ validated, method, exp }: StateVectors['cases'][number]['token']): License {
  const properties = { product: {}, customer: {}, license: {}, trial: {} };
  const texts = {
    id: 'a',
    licenseId: 'l',
    accountId: 'demo',
    vendor: '',
    productId: 'p',
    productName: '',
    deviceSignature: 'd',
  };
  const times = { issuedAt: validated * 1_000, validatedAt: validated * 1_000 };
  const expiry = exp === undefined ? {} : { expiresAt: exp * 1_000 };
  return { ...texts, ...times, ...expiry, properties, method, isTrial: false, subProducts: [], addOns: [] };
}

it('every moment of the vectors leads to its state', () => {
  const { policy, cases }: StateVectors = JSON.parse(read('states.json'));
  const limits = {
    validateEveryMs: policy.validateEverySeconds * 1_000,
    graceMs: policy.graceSeconds * 1_000,
  };
  for (const { name, token, receivedAt, ran, now, expected } of cases) {
    const tenure = {
      license: licenseOf(token),
      ...(receivedAt !== undefined && { receivedAt: receivedAt * 1_000 }),
      ranMs: ran * 1_000,
    };
    const { status, isValidationDue } = decide(tenure, now * 1_000, limits);
    assert.deepEqual({ status, isValidationDue }, expected, name);
  }
});

it('every renewal of the vectors replaces the stored token, or does not', async () => {
  const { renewals }: StateVectors = JSON.parse(read('states.json'));
  for (const { name, present, wasSent, now, answer, isTaken } of renewals) {
    const tokenOf = ({ id, validated }: Renewal) => tokenAt(validated * 1_000, { id });
    const own = device();
    const app = await own.open();
    own.world.answer = () =>
      new Response(tokenOf(wasSent ? present : { ...present, validated: present.validated - 3_600 }));
    await app.requestLicense({ accessToken: 'x' });
    own.world.wall = now * 1_000;
    own.world.answer = () => {
      if (!wasSent) void own.storage.update(() => tokenOf(present));
      return new Response(tokenOf(answer));
    };
    const state = await app.validate();
    const { id, validatedAt } = 'license' in state ? state.license : assert.fail(name);
    assert.deepEqual({ id, validated: validatedAt / 1_000 }, isTaken ? answer : present, name);
    await app.close();
  }
});

it('every license file of the vectors is taken, or refused for their reason', async () => {
  const { expected, keys, files }: FileVectors = JSON.parse(read('tokens.json'));
  for (const { name, keys: names, now, text, problem } of files) {
    const app = await openApplication({
      ...expected,
      baseUrl: 'https://demo.example.com',
      device: { name: 'Studio', signature: expected.deviceSignature },
      keys: { jwks: { keys: names.map((each) => keys[each]?.jwk ?? assert.fail(each)) } },
      storage: memoryStorage(),
      time: { ...systemTime, now: () => now * 1_000 },
    });
    const { status } = await app.importLicenseFile(text).catch((failure: unknown) => {
      assert(failure instanceof LicenseError);
      return { status: failure.code };
    });
    assert.equal(status, problem ?? 'Active', name);
    assert.equal(app.state().isLicensed, problem === undefined, name);
    await app.close();
  }
});

it('every answer of the vectors means what they say', () => {
  const answers: AnswerVector[] = JSON.parse(read('answers.json'));
  for (const { operation, status, contentType, body, means } of answers) {
    const meaning = meaningOf({ status, headers: new Headers({ 'content-type': contentType }), text: body });
    const ends =
      meaning.kind === 'Refusal' &&
      ((operation === 'validateLicenseToken' && endingOf(meaning.refusal)) ||
        (operation === 'revokeLicenseToken' && isSeatGone(meaning.refusal)));
    assert.equal(ends ? 'End' : meaning.kind, means, `${operation} ${status} ${body}`);
  }
});
