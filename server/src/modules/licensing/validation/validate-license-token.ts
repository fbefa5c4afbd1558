import { overloaded, type Problem } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { formatVersion } from '../../../kernel/version.ts';
import { untilSignersHaveRoom } from '../../../platform/crypto/signers.ts';
import { groupByAccount } from '../../../platform/grouping.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog, type Product } from '../../catalog/index.ts';
import { findMerges } from '../../customers/index.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import { ANONYMOUS_ID } from '../domain/claims.ts';
import {
  decideOnToken,
  type PresentedToken,
  refusalOfActivation,
  type TokenCase,
  type TokenRefusal,
  type TokenRenewal,
} from '../domain/token-decision.ts';
import { readAppVersion } from '../domain/app-version.ts';
import { coverageOf, coveringLimits, coversVersion, toSeconds } from '../domain/release-access.ts';
import { reportedUsage, type Usage } from '../domain/usage.ts';
import { coverageRefusal, moveToCoveringLicense } from '../activations/move-activation.ts';
import { noteUsesOfDevices, reportsOtherVersion } from '../changes/uses-of-changes.ts';
import { releaseNotCovered, tokenRefusals } from '../problems.ts';
import { countDevices, type UsageDevice } from '../store/usage.ts';
import {
  type ActivationRecord,
  findActivationRecords,
  findTokenOwners,
  findTrials,
  noteTrialValidations,
  noteValidations,
} from '../store/validations.ts';
import type { Trial } from '../tables.ts';
import { licenseTokenReader, licenseTokenWriter, type TokenSubject } from '../tokens/license-tokens.ts';
import { takeMissingAddOns } from './take-missing-add-ons.ts';
import type { SubProductFacts } from '../tokens/sub-products.ts';

interface ValidationInput {
  readonly productId: string;
  readonly token: string;
  readonly usage?: Usage | undefined;
  /** Whether the device takes free seats of the add-ons that are included in its license. Default: true. */
  readonly takesAddOns?: boolean | undefined;
}

/**
 * Renews the token of a device that still holds its seat, or of a running trial, and records the validation (customer
 * API, Client licensing; wire contract section 5). The response is sent after the write is durable.
 *
 * Requests that arrive at the same time share one read and one transaction; their tokens are signed off the main
 * thread, and while many wait for that the next group grows.
 *
 * If the license does not cover the version that the application reports, the activation moves to a license of the same
 * owner that does; otherwise this raises `ReleaseNotCovered` with the new token (policies section 1).
 *
 * Raises the definitive refusals of section 5, all 400: `InvalidLicenseToken`, `LicenseRevoked`,
 * `LicenseActivationRevoked`, `LicenseExpired`. Also `NotFound` when the activation, trial or product no longer exists,
 * 403 for `LicenseOwnerChanged` and `ProductInactive`, and 503 `Overloaded` with `Retry-After` when the license was
 * revoked and restored meanwhile.
 */
export async function validateLicenseToken(ctx: Context, input: ValidationInput): Promise<string> {
  const renewal = await renew(ctx, input);
  const uncovered = await uncoveredOf(ctx, renewal);
  if (uncovered === undefined) return renewal.successor;
  // Another request of the device may have moved it since it was read.
  const isMoved = await moveToCoveringLicense(ctx, uncovered.activation, uncovered.limits);
  const final = isMoved ? await renew(ctx, input) : renewal;
  const remaining = isMoved ? await uncoveredOf(ctx, final) : uncovered;
  if (remaining === undefined) return final.successor;
  const { detail, members } = coverageRefusal(ctx, final.product, {
    coverage: remaining.coverage,
    licenseId: remaining.activation.licenseId,
  });
  const { version } = remaining;
  throw releaseNotCovered({
    detail,
    members: { appVersion: formatVersion(version), ...members, license: await final.successor },
  });
}

/** What a validation of the token would decide now; it changes nothing. */
export async function judgeToken(
  ctx: Context,
  input: ValidationInput,
): Promise<TokenRenewal<Product, TokenSubject> | { readonly refusal: TokenRefusal }> {
  const now = ctx.clock.now();
  const [tokenCase] = await read(ctx, [{ ctx, input }], now);
  return tokenCase === undefined ? { refusal: 'Gone' } : decideOnToken(tokenCase, now);
}

async function renew(ctx: Context, input: ValidationInput): Promise<SignedRenewal> {
  const verdict = await validate({ ctx, input });
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict;
}

/** The activation whose license does not cover the version that its application reports; otherwise `undefined`. */
async function uncoveredOf(ctx: Context, { subject, product, input }: SignedRenewal) {
  // Offline tokens and trials are not judged.
  if (!('activation' in subject) || subject.activation.method === 'Offline') return undefined;
  const { activation } = subject;
  if (activation.updatesUntil === null && activation.upToMajor === null) return undefined;
  const { appVersion } = input.usage ?? {};
  const version = readAppVersion(appVersion);
  if (version === undefined) return undefined;
  const now = ctx.clock.now();
  const history = (await loadVersionHistories(ctx))(product.id);
  const coverage = coverageOf(activation, history, now);
  if (coversVersion(coverage, appVersion, toSeconds(now))) return undefined;
  return { activation, version, coverage, limits: coveringLimits(version, history, now) };
}

const MAX_GROUP = 256;
/** On PostgreSQL most of a group's time is the round trip, during which another one can be sent. */
const GROUPS_ON_POSTGRES = 2;

const validate = groupByAccount(validateGroup, ({ engine }) => ({
  maxItems: MAX_GROUP,
  maxGroups: engine === 'postgres' ? GROUPS_ON_POSTGRES : 1,
  untilUseful: untilSignersHaveRoom,
}));

// A token passes through the steps as one object, to which each step adds: request, read, decide, sign, record. Devices
// take the seats of add-ons that they miss before their tokens are signed.

interface Request {
  readonly ctx: Context;
  readonly input: ValidationInput;
}
type Case = Request & TokenCase<Product, TokenSubject>;
type Presented = Omit<Case, 'subject'>;
type Renewal = Request & TokenRenewal<Product, TokenSubject>;
interface Refusal {
  readonly refusal: Problem;
}
/** A renewal whose new token may still be in the process of signing. */
type SignedRenewal = Renewal & { readonly successor: Promise<string> };

async function validateGroup(requests: readonly Request[]): Promise<(SignedRenewal | Refusal)[]> {
  const [first] = requests;
  if (first === undefined) return [];
  const { ctx } = first;
  const now = ctx.clock.now();
  const cases = await read(ctx, requests, now);
  const decisions = cases.map((tokenCase) => decide(tokenCase, now));
  const subProducts = await takeMissingAddOns(ctx, renewalsOf(decisions), now);
  const outcomes = await sign(ctx, decisions, subProducts, now);
  return record(ctx, outcomes, now);
}

/** Reads the state that decisions about tokens depend on, with one round of reads. */
async function read(ctx: Context, requests: readonly Request[], now: Date): Promise<Case[]> {
  const catalog = await loadCatalog(ctx);
  const readToken = await licenseTokenReader(ctx);
  const cases: Presented[] = [];
  for (const request of requests) {
    const token = await readToken(request.input);
    cases.push({ ...request, token, product: catalog.product(request.input.productId) });
  }
  return followMerges(ctx, await withSubjects(ctx, cases, now), now);
}

/** Tokens of customers who were merged into others since are those of the others. */
async function followMerges(ctx: Context, cases: Case[], now: Date): Promise<Case[]> {
  const strangers = cases.flatMap(({ token, subject }) =>
    token !== undefined && subject !== undefined && isOfAnother(token, subject) ? [token.ownerId] : [],
  );
  const merges = await findMerges(ctx, [...new Set(strangers)]);
  if (merges.size === 0) return cases;
  const current = cases.map((each) => ({
    ...each,
    token: each.token && { ...each.token, ownerId: merges.get(each.token.ownerId) ?? each.token.ownerId },
  }));
  return withSubjects(ctx, current, now);
}

/** The same cases with what their tokens name. */
async function withSubjects(ctx: Context, cases: readonly Presented[], now: Date): Promise<Case[]> {
  const subjectOf = await readSubjects(
    ctx,
    cases.flatMap(({ token }) => token ?? []),
    now,
  );
  return cases.map((each) => ({ ...each, subject: each.token && subjectOf(each.token) }));
}

function isOfAnother({ ownerId }: PresentedToken, subject: TokenSubject): boolean {
  if ('activation' in subject) return subject.activation.customerId !== ownerId;
  return subject.owner === undefined && ownerId !== ANONYMOUS_ID;
}

/** Finds the activations and the trials, with their owners, that the tokens name. */
async function readSubjects(
  { database: { reader }, account }: Context,
  tokens: readonly PresentedToken[],
  now: Date,
): Promise<(token: PresentedToken) => TokenSubject | undefined> {
  const trialTokens = tokens.filter(({ isTrial }) => isTrial);
  const idsOf = (some: readonly PresentedToken[]) => [...new Set(some.map(({ id }) => id))];
  const ownerIds = new Set(trialTokens.map(({ ownerId }) => ownerId).filter((id) => id !== ANONYMOUS_ID));
  const [activations, trials, ownerById] = await Promise.all([
    findActivationRecords(reader, account.id, idsOf(tokens.filter(({ isTrial }) => !isTrial)), now),
    findTrials(reader, account.id, idsOf(trialTokens)),
    findTokenOwners(reader, account.id, [...ownerIds]),
  ]);
  const activationById = new Map(activations.map((activation) => [activation.id, { activation }]));
  const trialById = new Map(trials.map((trial) => [trial.id, trial]));
  return ({ id, isTrial, ownerId }) => {
    if (!isTrial) return activationById.get(id);
    const trial = trialById.get(id);
    return trial && { trial, owner: ownerById.get(ownerId) };
  };
}

function decide(tokenCase: Case, now: Date): Renewal | Refusal {
  const decision = decideOnToken(tokenCase, now);
  if ('refusal' in decision) return { refusal: tokenRefusals[decision.refusal](tokenCase.product?.name) };
  return { ctx: tokenCase.ctx, input: tokenCase.input, ...decision };
}

function renewalsOf(decisions: readonly (Renewal | Refusal)[]): Renewal[] {
  return decisions.filter((decision) => 'subject' in decision);
}

/** Begins to sign the new tokens; awaiting a token raises the failure of its signing. */
async function sign(
  ctx: Context,
  decisions: readonly (Renewal | Refusal)[],
  subProducts: SubProductFacts,
  now: Date,
): Promise<(SignedRenewal | Refusal)[]> {
  const contentsOf = ({ product, subject, token: { method, signingKid } }: Renewal) => ({
    product,
    subject,
    method,
    signingKid,
  });
  const contents = renewalsOf(decisions).map(contentsOf);
  const write = await licenseTokenWriter(ctx, contents, now, subProducts);
  return decisions.map((decision) => {
    if ('refusal' in decision) return decision;
    const successor = write(decision.ctx.account, contentsOf(decision));
    successor.catch(() => undefined);
    return { ...decision, successor };
  });
}

/**
 * Records the validations in one transaction while the tokens are signed. A seat or a license that was revoked since
 * the read refuses its token; one that is good again after that is for another try.
 */
async function record(
  ctx: Context,
  outcomes: readonly (SignedRenewal | Refusal)[],
  now: Date,
): Promise<(SignedRenewal | Refusal)[]> {
  const notes = notesOf(outcomes.filter((outcome) => 'subject' in outcome));
  if (notes.activations.size === 0 && notes.trials.size === 0) return [...outcomes];
  const active = await transaction(ctx, (tx) => writeNotes(tx, notes, now));
  const ended = new Set([...notes.activations.keys()].filter((id) => !active.has(id)));
  if (ended.size === 0) return [...outcomes];
  const records = await findActivationRecords(ctx.database.reader, ctx.account.id, [...ended], now);
  const recordById = new Map(records.map((activation) => [activation.id, activation]));
  return outcomes.map((outcome) => {
    if ('refusal' in outcome || 'trial' in outcome.subject) return outcome;
    const { id, customerId } = outcome.subject.activation;
    if (!ended.has(id)) return outcome;
    const current = recordById.get(id);
    const refusal = current === undefined ? 'Gone' : refusalOfActivation(current, now, customerId);
    return { refusal: refusal === undefined ? changedMeanwhile() : tokenRefusals[refusal]() };
  });
}

/** Revoked when the validation was recorded and good again now: a definitive refusal would delete a good license. */
function changedMeanwhile(): Problem {
  return overloaded({
    detail: 'The license is being changed right now. Try again in a moment.',
    headers: { 'retry-after': '2' },
  });
}

/** A device to record once, though its token may have been presented several times. */
interface Note {
  readonly subject: ActivationRecord | Trial;
  readonly usage: Usage;
  readonly signingKid: string;
}

interface Notes {
  readonly activations: Map<string, Note>;
  readonly trials: Map<string, Note>;
}

/** One note for each activation and trial, by id: later reports add to earlier ones. */
function notesOf(renewals: readonly Renewal[]): Notes {
  const notes: Notes = { activations: new Map(), trials: new Map() };
  for (const { subject: either, input, token } of renewals) {
    const [table, subject] =
      'activation' in either ? [notes.activations, either.activation] : [notes.trials, either.trial];
    const usage = { ...table.get(subject.id)?.usage, ...input.usage };
    table.set(subject.id, { subject, usage, signingKid: token.signingKid });
  }
  return notes;
}

/** Writes the notes; returns the ids of the activations that are active. */
async function writeNotes(tx: CommandTx, { activations, trials }: Notes, now: Date): Promise<Set<string>> {
  const otherVersions = [...activations].filter(([, { subject, usage }]) =>
    reportsOtherVersion(subject.appVersion, usage.appVersion),
  );
  if (otherVersions.length > 0)
    await noteUsesOfDevices(
      tx,
      otherVersions.map(([id]) => id),
    );
  const active = await noteValidations(tx, tx.account.id, rowsOf(activations), now);
  await noteTrialValidations(tx, tx.account.id, rowsOf(trials), now);
  const devices = [...activations.values()].filter(({ subject }) => active.has(subject.id)).map(deviceOf);
  await countDevices(
    tx,
    tx.account.id,
    { activations: devices, trials: [...trials.values()].map(deviceOf) },
    now,
  );
  return active;
}

function rowsOf(notes: ReadonlyMap<string, Note>) {
  return [...notes].map(([id, { usage, signingKid }]) => ({ id, usage, signingKid }));
}

function deviceOf({ subject, usage }: Note): UsageDevice {
  const { id, productId, countedDay } = subject;
  return { id, productId, countedDay, ...reportedUsage(usage, subject) };
}
