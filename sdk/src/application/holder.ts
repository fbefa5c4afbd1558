import { type Decision, decide, type Policy } from './decision.ts';
import type { Keyring } from './keyring.ts';
import type { Ledger, RecordChange } from './ledger.ts';
import { createListeners } from '../listeners.ts';
import type { License } from './license.ts';
import { errorOf, LicenseError } from './problems.ts';
import type { LicenseRecord } from './record.ts';
import type { LicenseState } from './state.ts';
import type { Time } from './time.ts';
import { claimedLicense, type Expectation, tokenIn, type Verification, verifyToken } from './verify.ts';

/** The stored license, and the resulting state. */
export interface Holder {
  readonly state: () => LicenseState;
  readonly subscribe: (listener: (state: LicenseState) => void) => () => void;
  /** Undefined unless there is a verified license. */
  readonly decision: () => Decision | undefined;
  readonly token: () => string | undefined;
  /** Reads the storage and the clock. A storage failure becomes the problem of the state. */
  readonly refresh: () => Promise<LicenseState>;
  /** Changes the record, and the state with it. */
  readonly change: (change: RecordChange) => Promise<LicenseState>;
  /**
   * Stores a token if it is a license for this device and newer than the stored token of the same activation: while the
   * clock is right, a replayed one changes nothing. Raises `NotGenuine`, and `AlreadyLicensed` for a trial that would
   * replace a license.
   */
  readonly accept: (text: string, source: TokenSource) => Promise<LicenseState>;
  /** Sets or clears the problem of the state. */
  readonly report: (failure: unknown) => void;
}

/** The origin of a token. */
export interface TokenSource {
  /** Whether it is a new response of the server. */
  readonly isFresh: boolean;
  /**
   * The token that was stored when the request was sent. If it still is, and is dated in the future, the response
   * replaces it even with an earlier time: the clock of the server was ahead before.
   */
  readonly predecessor?: string | undefined;
  /** Whether it is the response to a validation, which replaces only its predecessor. */
  readonly isValidation?: boolean;
  /**
   * Whether it has the same validation as its predecessor, which it replaces with other add-ons: the time since the
   * validation keeps counting.
   */
  readonly isSameValidation?: boolean;
  /** Whether it is the response to the start of a trial, which replaces only a trial. */
  readonly isTrialStart?: boolean;
}

interface HolderOptions {
  readonly ledger: Ledger;
  readonly keyring: Keyring;
  readonly time: Time;
  readonly policy: Policy;
  readonly expected: Expectation;
}

const DAY_MS = 86_400_000;

/** Creates the holder; the first `refresh` reads the storage. */
export function createHolder(options: HolderOptions): Holder {
  const { ledger, time, policy } = options;
  const listeners = createListeners<LicenseState>();
  const verifier = createVerifier(options);
  let problem: Error | undefined;
  let state: LicenseState = { status: 'Unlicensed', isLicensed: false };

  const decision = (): Decision | undefined => {
    const license = verifier.license();
    return license && decide({ license, ...ledger.record(), ranMs: ledger.ranMs() }, time.now(), policy);
  };
  const publish = (): LicenseState => {
    const next = stateOf({ ledger, verified: verifier.verification(), decision: decision(), problem });
    if (!isSame(state, next)) {
      state = next;
      listeners.tell(() => state);
    }
    return state;
  };
  const after = async (storing: Promise<void>): Promise<LicenseState> => {
    problem = await storing.then(() => (isStorageFailure(problem) ? undefined : problem), errorOf);
    await verifier.verify();
    return publish();
  };
  const change: Holder['change'] = (apply) => after(ledger.change(apply));

  return {
    state: () => state,
    subscribe: listeners.add,
    decision,
    token: () => ledger.record().token,
    refresh: () => after(ledger.settle()),
    change,
    accept: async (text, source) => {
      const next = await change(await acceptance(options, verifier, text, source));
      if (source.isTrialStart === true && !isTrial(next)) throw new LicenseError('AlreadyLicensed');
      return next;
    },
    report: (failure) => {
      problem = failure === undefined ? undefined : errorOf(failure);
      publish();
    },
  };
}

type Verifier = ReturnType<typeof createVerifier>;

/** The verification of the stored token: once, unless a newer key may change it. */
function createVerifier({ ledger, keyring, expected }: HolderOptions) {
  let verified: { readonly token: string; readonly verification: Verification } | undefined;
  return {
    token: () => verified?.token,
    verification: () => verified?.verification,
    license: (): License | undefined =>
      verified !== undefined && 'license' in verified.verification
        ? verified.verification.license
        : undefined,
    verify: async (): Promise<void> => {
      const { token } = ledger.record();
      if (token === undefined) verified = undefined;
      else if (verified?.token !== token || !('license' in verified.verification))
        verified = { token, verification: await verifyToken(token, expected, keyring) };
    },
  };
}

/** The change of the record for a token. */
async function acceptance(
  { ledger, keyring, expected, time }: HolderOptions,
  verifier: Verifier,
  text: string,
  { isFresh, predecessor, isValidation = false, isSameValidation = false, isTrialStart = false }: TokenSource,
): Promise<RecordChange> {
  const token = tokenIn(text);
  const verification = await verifyToken(token, expected, keyring);
  if ('fault' in verification) throw new LicenseError('NotGenuine', { fault: verification.fault });
  // The content of the storage decides; a failure is reported with the change.
  await ledger.settle().catch(() => undefined);
  await verifier.verify();
  const { license } = verification;
  const tenure = { token, ranMs: 0, ...(isFresh && { receivedAt: time.now() }) };
  const present = { token: verifier.token(), license: verifier.license() };
  const replaces = (other: string | undefined): boolean => {
    if (other === undefined) return true;
    if (isTrialStart && (other !== present.token || present.license?.isTrial !== true)) return false;
    const isPresent = other === present.token;
    const theirs = isPresent ? present.license : claimedLicense(other, expected);
    if (other === predecessor) return isNewer(license, theirs) || isCorrection(license, theirs, time.now());
    return isPresent ? isNewer(license, theirs) : !isOlder(license, theirs);
  };
  return (record) => {
    if (isSameValidation) {
      const isOfSeat =
        present.license?.id === license.id && license.validatedAt >= present.license.validatedAt;
      return record.token === predecessor && isOfSeat ? { ...record, token } : record;
    }
    if (isValidation)
      return record.token === predecessor && replaces(record.token) ? { ...record, ...tenure } : record;
    return replaces(record.token) ? { ...afresh(record), ...tenure } : withoutActivation(record);
  };
}

/** Whether a license is an earlier state than the stored one, whose time is still in the future. */
function isCorrection(license: License, other: License | undefined, now: number): boolean {
  return other !== undefined && other.validatedAt > now && other.validatedAt > license.validatedAt;
}

/** Whether a license differs from the stored one, or is a later state of it. */
function isNewer(license: License, other: License | undefined): boolean {
  return other?.id !== license.id || other.validatedAt < license.validatedAt;
}

/** Whether another process has stored something newer meanwhile. */
function isOlder(license: License, other: License | undefined): boolean {
  if (other === undefined) return false;
  return other.validatedAt > license.validatedAt || !isNewer(license, other);
}

function isStorageFailure(problem: Error | undefined): boolean {
  return problem instanceof LicenseError && problem.code === 'StorageFailed';
}

/** Whether a trial is stored, whatever its state by the clock. */
export function isTrial(state: LicenseState): boolean {
  return 'license' in state && state.license.isTrial;
}

function withoutActivation({ activation: _activation, ...record }: LicenseRecord): LicenseRecord {
  return record;
}

/** The data that a new license keeps. */
function afresh({ jwks }: LicenseRecord): LicenseRecord {
  return jwks === undefined ? {} : { jwks };
}

interface Facts {
  readonly ledger: Ledger;
  readonly verified: Verification | undefined;
  readonly decision: Decision | undefined;
  readonly problem: Error | undefined;
}

function stateOf({ ledger, verified, decision, problem }: Facts): LicenseState {
  const { activation, ending } = ledger.record();
  const common = {
    ...(activation !== undefined && { activationUrl: activation.browserUrl }),
    ...(problem !== undefined && { problem }),
  };
  if (ledger.isDamaged()) return { ...common, status: 'Unusable', isLicensed: false, fault: 'Damaged' };
  if (verified === undefined && ledger.isUnread())
    return { ...common, status: 'Unusable', isLicensed: false, fault: 'Unreadable' };
  if (verified === undefined)
    return { ...common, status: 'Unlicensed', isLicensed: false, ...(ending !== undefined && { ending }) };
  if ('fault' in verified) return { ...common, status: 'Unusable', isLicensed: false, fault: verified.fault };
  const { license } = verified;
  const { status = 'Locked', expiresInMs, locksInMs = 0 } = decision ?? {};
  const left = expiresInMs === undefined ? {} : { daysLeft: daysIn(expiresInMs) };
  const facts = { ...common, license, ...left };
  switch (status) {
    case 'Active':
      return { ...facts, status, isLicensed: true };
    case 'Overdue':
      return { ...facts, status, isLicensed: true, daysUntilLock: daysIn(locksInMs) };
    case 'Locked':
    case 'Expired':
      return { ...facts, status, isLicensed: false };
  }
}

function daysIn(ms: number): number {
  return Math.max(0, Math.ceil(ms / DAY_MS));
}

/** Licenses are the same object until they change, and so are problems. */
function isSame(one: LicenseState, other: LicenseState): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [fields, others]: Record<string, unknown>[] = [{ ...one }, { ...other }];
  return [...names].every((name) => fields?.[name] === others?.[name]);
}
