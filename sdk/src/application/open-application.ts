import { Refusal } from '../refusal.ts';
import { type AddOnCalls, addOnCalls, type Options, type Run } from './add-ons.ts';
import { endingOf, isSeatGone } from './answers.ts';
import { upgradeOfferOf } from './upgrade-offer.ts';
import { type Activation, startPolling } from './browser-activation.ts';
import { deviceFileOf } from './device.ts';
import { createHolder, type Holder, isTrial, type TokenSource } from './holder.ts';
import { createKeyring, type TrustedKeys } from './keyring.ts';
import { createLedger } from './ledger.ts';
import {
  createLicenseServer,
  type Credentials,
  type LicenseServer,
  type ServerOptions,
} from './license-server.ts';
import { LicenseError } from './problems.ts';
import { decide } from './decision.ts';
import { keepValid } from './schedule.ts';
import type { LicenseState } from './state.ts';
import type { LicenseStorage } from './storage.ts';
import { systemTime, type Time } from './time.ts';
import { claimedLicense, verifyToken } from './verify.ts';

/** The facts that an application has to provide about itself. */
export interface ApplicationOptions extends ServerOptions {
  readonly accountId: string;
  /** The public license keys that are compiled into the application. */
  readonly keys: TrustedKeys;
  /**
   * Whether the server may provide new keys while the application runs, so that it survives a rotation. Anybody who
   * controls the network and its certificates can then provide keys, too. False by default.
   */
  readonly trustsServerKeys?: boolean;
  readonly storage: LicenseStorage;
  /** The interval of validations; a day by default. */
  readonly validateEverySeconds?: number;
  /** How long the license works without a validation; 30 days by default. */
  readonly graceSeconds?: number;
  readonly time?: Time;
}

/**
 * The license of an application on this device. Requests raise a `Refusal` when the server refuses and a `LicenseError`
 * otherwise; neither changes what is stored.
 */
export interface Application extends AddOnCalls {
  /** The same object until something changes. */
  readonly state: () => LicenseState;
  /**
   * Resolves, and never rejects, when the validation that was due at startup has ended, whatever its result;
   * immediately if none was. Wait for it before you lock anybody out, and before a short-running program closes.
   */
  readonly ready: () => Promise<LicenseState>;
  /** Calls back after each change; returns a function that stops this. */
  readonly subscribe: (listener: (state: LicenseState) => void) => () => void;
  /** Requests an activation for the customer to approve in the browser; an earlier one is cancelled. Aborting the signal cancels it. */
  readonly activate: (options?: Options & { readonly method?: 'Online' | 'Offline' }) => Promise<Activation>;
  /** The pending activation, even if it began before a restart. */
  readonly activation: () => Activation | undefined;
  /** Requests a license with a customer's credentials. */
  readonly requestLicense: (credentials: Credentials, options?: Options) => Promise<LicenseState>;
  /**
   * Starts the trial of this device, or continues it. Raises `AlreadyLicensed` unless the stored token is certainly a
   * trial, even if its license is locked or cannot be verified: `forget` it first to replace it with a trial.
   */
  readonly startTrial: (options?: Options & { readonly accessToken?: string }) => Promise<LicenseState>;
  /**
   * Validates now. The state says whether that ended the license. Raises `NoLicense`, and the `Refusal` that ends a
   * license when the stored token cannot be verified here: it is kept.
   */
  readonly validate: (options?: Options) => Promise<LicenseState>;
  /** Releases the seat, and forgets the license. Raises `NoLicense`. */
  readonly release: (options?: Options) => Promise<LicenseState>;
  /** Forgets the license here; the seat stays in use. */
  readonly forget: () => Promise<LicenseState>;
  /** The text of the device file (`.dt`), which the customer takes to a computer with a network connection. */
  readonly deviceFile: () => string;
  /** Accepts a license file (`.mb`). Raises `NotGenuine`, `NotOffline` and `Expired`. */
  readonly importLicenseFile: (text: string) => Promise<LicenseState>;
  /** Reads the changes of other processes or tabs. */
  readonly reload: () => Promise<LicenseState>;
  /** Ends requests and timers. Nothing else may be called afterwards. */
  readonly close: () => Promise<void>;
}

const DAY_SECONDS = 86_400;

/**
 * Opens the license of this device: reads it, verifies it without a network, validates it in the background when that
 * is due, and continues a pending activation. Raises a `TypeError` when no public key is usable.
 */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const parts = await openParts(options);
  const { holder, server, closing } = parts;
  const keeping = keepValid({ ...parts, validate: (signal) => validate(holder, server, signal) });
  const polling = createPolling(parts);
  const run = runnerOf(closing.signal);
  const take = (
    signal: AbortSignal | undefined,
    request: (signal: AbortSignal) => Promise<string>,
    source: Pick<TokenSource, 'isTrialStart'> = {},
  ) =>
    run(signal, async (either) => {
      holder.report(undefined);
      const predecessor = holder.token();
      return holder.accept(await request(either), { ...source, isFresh: true, predecessor });
    });

  return {
    state: holder.state,
    ready: () => keeping.first.then(holder.state),
    subscribe: holder.subscribe,
    activate: ({ method = 'Online', signal } = {}) =>
      run(signal, (either) => polling.start(method, either, signal)),
    activation: polling.current,
    requestLicense: (credentials, { signal } = {}) =>
      take(signal, (either) => server.requestLicense(credentials, either)),
    startTrial: async ({ accessToken, signal } = {}) => {
      // A license that is only locked, or that a newer key will verify, may become valid again: a trial must not
      // replace it.
      if (holder.token() !== undefined && !isTrial(holder.state())) throw new LicenseError('AlreadyLicensed');
      return take(signal, (either) => server.requestTrial(accessToken, either), { isTrialStart: true });
    },
    validate: ({ signal } = {}) => run(signal, (either) => validate(holder, server, either)),
    ...addOnCalls(holder, server, run),
    release: ({ signal } = {}) => run(signal, (either) => release(parts, either)),
    forget: () => run(undefined, () => holder.change(withoutLicense)),
    deviceFile: () => deviceFileOf(options.device, options.productId),
    importLicenseFile: (text) => run(undefined, () => importFile(parts, text)),
    reload: () => run(undefined, () => holder.refresh()),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.all([keeping.stop(), polling.current()?.finished]);
      await holder.refresh();
    },
  };
}

/** Runs work until its own signal or that of the application ends it. */
function runnerOf(closing: AbortSignal): Run {
  return async (signal, work) => {
    if (closing.aborted) throw new LicenseError('Closed');
    return work(signal === undefined ? closing : AbortSignal.any([signal, closing]));
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(options: ApplicationOptions) {
  const { accountId, productId, device, time = systemTime } = options;
  const closing = new AbortController();
  const server = createLicenseServer(options, time);
  const ledger = createLedger(options.storage, time);
  const keyring = createKeyring(
    options.keys,
    options.trustsServerKeys === true
      ? {
          cached: () => ledger.record().jwks,
          fetch: () => server.jwks(closing.signal),
          keep: (jwks) => ledger.change((record) => ({ ...record, jwks })).catch(() => undefined),
          monotonic: time.monotonic,
        }
      : undefined,
  );
  await keyring.keys();
  const policy = {
    validateEveryMs: (options.validateEverySeconds ?? DAY_SECONDS) * 1_000,
    graceMs: (options.graceSeconds ?? 30 * DAY_SECONDS) * 1_000,
  };
  const expected = { accountId, productId, deviceSignature: device.signature };
  const holder = createHolder({ ledger, keyring, time, policy, expected });
  await holder.refresh();
  return { holder, ledger, server, keyring, policy, expected, time, closing };
}

/** Activations in the browser: one at a time. */
function createPolling({ holder, ledger, server, time, closing }: Parts) {
  let current: Activation | undefined;
  const begin = (pending: NonNullable<ReturnType<typeof ledger.record>['activation']>): Activation => {
    const activation = startPolling(pending, { server, holder, time, closing: closing.signal });
    current = activation;
    void activation.finished.then(() => {
      if (current === activation) current = undefined;
    });
    return activation;
  };
  const { activation: earlier } = ledger.record();
  if (earlier !== undefined) begin(earlier);
  return {
    current: () => current,
    start: async (method: 'Online' | 'Offline', either: AbortSignal, signal: AbortSignal | undefined) => {
      await current?.cancel();
      const pending = await server.requestActivation(method, either);
      await holder.change((record) => ({ ...record, activation: pending }));
      const activation = begin(pending);
      const cancel = (): void => void activation.cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      void activation.finished.then(() => signal?.removeEventListener('abort', cancel));
      return activation;
    },
  };
}

async function validate(holder: Holder, server: LicenseServer, signal: AbortSignal): Promise<LicenseState> {
  const token = holder.token();
  if (token === undefined) throw new LicenseError('NoLicense');
  try {
    const source = { isFresh: true, isValidation: true, predecessor: token };
    await holder.accept(await server.validate(token, signal), source);
    holder.report(undefined);
    return holder.state();
  } catch (failure) {
    const offer = failure instanceof Refusal ? upgradeOfferOf(failure) : undefined;
    if (offer !== undefined) {
      // The license stays: what it covers keeps working.
      await holder.accept(offer.license, { isFresh: true, isValidation: true, predecessor: token });
    }
    const errorType = failure instanceof Refusal ? endingOf(failure) : undefined;
    if (errorType === undefined || !(failure instanceof Refusal)) throw failure;
    // This server may not know a token that cannot be verified here: another one, or a later version, may.
    if (holder.decision() === undefined) throw failure;
    const ending = { errorType, detail: failure.message };
    holder.report(undefined);
    // A license that arrived meanwhile, in another process, has not ended.
    return holder.change((record) =>
      record.token === token ? { ...withoutLicense(record), ending } : record,
    );
  }
}

async function release({ holder, server, expected }: Parts, signal: AbortSignal): Promise<LicenseState> {
  const token = holder.token();
  if (token === undefined) throw new LicenseError('NoLicense');
  try {
    await server.revoke(token, signal);
  } catch (error) {
    if (!(error instanceof Refusal && isSeatGone(error))) throw error;
  }
  holder.report(undefined);
  const seat = claimedLicense(token, expected)?.id;
  // A concurrent validation may have renewed the token of this seat, or found it released.
  const isOfSeat = (other: string): boolean =>
    other === token || (seat !== undefined && claimedLicense(other, expected)?.id === seat);
  return holder.change((record) =>
    record.token === undefined || isOfSeat(record.token) ? withoutLicense(record) : record,
  );
}

async function importFile(
  { holder, keyring, expected, policy, time }: Parts,
  text: string,
): Promise<LicenseState> {
  const verification = await verifyToken(text, expected, keyring);
  if ('fault' in verification) throw new LicenseError('NotGenuine', { fault: verification.fault });
  const { license } = verification;
  // A copy of an online token would restore a seat that was given up.
  if (license.method !== 'Offline') throw new LicenseError('NotOffline');
  if (decide({ license, ranMs: 0 }, time.now(), policy).status === 'Expired')
    throw new LicenseError('Expired');
  return holder.accept(text, { isFresh: false });
}

type Change = Parameters<Holder['change']>[0];

const withoutLicense: Change = ({ token: _t, receivedAt: _r, ranMs: _ran, ending: _e, ...record }) => record;
