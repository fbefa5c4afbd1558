import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type Application,
  type ApplicationOptions,
  openApplication,
  type Time,
} from '../src/application/index.ts';
import { type LicenseStorage, memoryStorage } from '../src/application/storage.ts';

export const DAY = 86_400_000;
export const START = Date.parse('2026-03-01T12:00:00.000Z');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** The public key of the application. */
export const pem = publicKey.export({ type: 'spki', format: 'pem' });
export const FINAL = ['LicenseRevoked', 'LicenseActivationRevoked', 'LicenseExpired', 'InvalidLicenseToken'];

interface Signer {
  readonly key: KeyObject;
  /** The name of the key in the header. */
  readonly kid?: string;
}

/** A token that the server issues at a moment; claims may differ. */
export function tokenAt(ms: number, changes: object = {}, signer: Signer = { key: privateKey }): string {
  const seconds = Math.floor(ms / 1_000);
  const claims = {
    id: 'a-1',
    iat: seconds,
    nbf: seconds,
    iss: 'demo',
    aud: 'app',
    'u:id': 'u-1',
    'u:name': 'Ada',
    'u:email': 'ada@example.com',
    'l:id': 'l-1',
    'p:id': 'app',
    'p:name': 'App',
    method: 'Online',
    sig: 'device',
    validated: seconds,
    trial: false,
    vendor: 'Demo',
    ...changes,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'EdDSA', typ: 'JWT', kid: signer.kid })}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), signer.key).toString('base64url')}`;
}

export const problem =
  (status: number, errorType: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(
      JSON.stringify({ type: 'about:blank', title: errorType, status, errorType, detail: `${errorType}.` }),
      {
        status,
        headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
      },
    );
export const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status });
export const offline = (): never => {
  throw new TypeError('fetch failed');
};

/** Responses that end nothing, whatever their form. */
export const TRANSIENT: Record<string, () => Response> = {
  'no network': offline,
  'a page of a hotel': text('<!doctype html><title>Sign in</title>'),
  'an empty page': text(''),
  'a truncated token': () => new Response(tokenAt(START + 5 * DAY).slice(0, -20)),
  'a truncated problem': () =>
    new Response('{"status":400,"errorType":"LicenseRev', {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    }),
  'a 400 of a proxy': text('Bad Request', 400),
  'a final code in a page': () =>
    new Response(JSON.stringify({ status: 400, errorType: 'LicenseRevoked' }), { status: 400 }),
  'a final code with another status': problem(403, 'LicenseRevoked'),
  'another 400': problem(400, 'InvalidInput'),
  'another owner': problem(403, 'LicenseOwnerChanged'),
  'an inactive product': problem(403, 'ProductInactive'),
  'an unknown license': problem(404, 'NotFound'),
  'a final code in an overload': problem(503, 'LicenseRevoked'),
  'a rate limit': problem(429, 'RateLimited', { 'retry-after': '7' }),
  'an overload': problem(503, 'Overloaded', { 'retry-after': '7' }),
  'a failure': problem(500, 'InternalError'),
  'a token of another device': () => new Response(tokenAt(START + 5 * DAY, { sig: 'another' })),
};

const firstAnswer: (path: string) => Response | Promise<Response> = offline;

/** A clock that the test moves: `wall` may be wrong, `truth` only increases. */
function manualTime() {
  const hands = { wall: START, truth: 0 };
  let timers: { due: number; run: () => void }[] = [];
  const time: Time = {
    now: () => hands.wall,
    monotonic: () => hands.truth,
    schedule: (ms, run) => {
      const timer = { due: hands.truth + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  /** Lets time pass while the application runs. */
  const work = async (ms: number): Promise<void> => {
    const end = hands.truth + ms;
    for (;;) {
      await settle();
      const [next] = timers.toSorted((one, other) => one.due - other.due);
      if (next === undefined || next.due > end) break;
      hands.wall += next.due - hands.truth;
      hands.truth = next.due;
      timers = timers.filter((each) => each !== next);
      next.run();
    }
    hands.wall += end - hands.truth;
    hands.truth = end;
    await settle();
  };
  return { hands, time, work, timers: () => timers.length };
}

/** A device with its own network, clock and disk; its server returns `answer`. */
export function device(storage: LicenseStorage = memoryStorage()) {
  const clock = manualTime();
  const world = Object.assign(clock.hands, { requests: new Array<string>(), answer: firstAnswer });
  const open = (more: Pick<Partial<ApplicationOptions>, 'graceSeconds' | 'trustsServerKeys'> = {}) =>
    openApplication({
      baseUrl: 'https://demo.example.com',
      accountId: 'demo',
      productId: 'app',
      device: { name: 'Studio', signature: 'device' },
      keys: { pem },
      storage,
      time: clock.time,
      fetch: async (url, { signal }) => {
        const { pathname } = new URL(url);
        world.requests.push(pathname);
        const end = Promise.withResolvers<never>();
        signal?.addEventListener('abort', () => end.reject(signal.reason));
        return Promise.race([world.answer(pathname), end.promise]);
      },
      ...more,
    });
  /** Lets time pass while the application is off. */
  const sleep = (ms: number): void => {
    world.wall += ms;
  };
  return { world, open, sleep, work: clock.work, storage, timers: clock.timers };
}

/** Lets all pending work reach its next request or timer: signatures are checked off the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Resolves when the application is licensed, which must happen by itself. */
export function untilLicensed(app: Application): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!app.state().isLicensed) return;
      leave();
      resolve();
    };
    const leave = app.subscribe(look);
    look();
  });
}

/** A device whose license was just validated. */
export async function licensed(changes: object = {}) {
  const own = device();
  const app = await own.open();
  own.world.answer = () => new Response(tokenAt(START, changes));
  await app.requestLicense({ accessToken: 'x' });
  own.world.answer = offline;
  return { ...own, app };
}
