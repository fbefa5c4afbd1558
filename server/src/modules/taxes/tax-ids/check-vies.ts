import { LRUCache } from 'lru-cache';
import { rateLimited } from '../../../kernel/problem.ts';
import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import type { AccountContext, Context } from '../../accounts/index.ts';
import type { TaxId } from './read-tax-id.ts';

/** The result of VIES, the register of tax ids of the European Union. */
type ViesAnswer =
  | {
      readonly kind: 'Valid' | 'NotRegistered';
      readonly consultationNumber: string | null;
      readonly at: Date;
    }
  /** No response in time, or none from the member state. */
  | { readonly kind: 'Unreachable'; readonly at: Date };

const TIMEOUT_MS = 5_000;
const MOST_ANSWERS = 10_000;
/** A response is cached while a buyer completes the checkout; the next buyer triggers a new check. */
const ANSWER_MS = 15 * 60_000;
const FAILURE_MS = 20_000;
/**
 * The maximum number of concurrent lookups of a process: each may hold a request for some seconds, and is made in the
 * name of a seller.
 */
const MOST_LOOKUPS = 20;
/** The maximum of an account, so that others can use the rest. */
const MOST_OF_ACCOUNT = 10;
/** The part of either that quotes may take, so that payments can use the rest: anybody may ask for many quotes. */
const PART_OF_QUOTES = 0.5;
const MINUTE_SECONDS = 60;

/** Looks up a tax id, in the name of a seller with one. @see checkVies */
export type TaxIdRegister = (taxId: TaxId, requester: TaxId | undefined) => Promise<ViesAnswer>;

const answers = new LRUCache<string, { readonly answer: Promise<ViesAnswer>; until: number }>({
  max: MOST_ANSWERS,
});

let lookups = 0;
/** By account; only accounts with lookups in progress. */
const lookupsOf = new Map<string, number>();

/**
 * Checks a tax id in VIES, in the name of the seller, whose own tax id gets a consultation number as proof. No response
 * is `Unreachable`, and so is a register that already has too many lookups; some are kept for payments. Responses are
 * cached for some minutes; other lookups count toward `limits.taxIdChecksPerMinute`: raises 429 with `Retry-After`
 * above it. Call it outside of transactions: it may take seconds.
 */
export async function checkVies(
  ctx: Context,
  taxId: TaxId,
  requester: TaxId | undefined,
  purpose: 'Quote' | 'Payment',
): Promise<ViesAnswer> {
  const key = keyOf(ctx, taxId, requester);
  const earlier = remembered(ctx, key);
  if (earlier !== undefined) return earlier;
  await limitLookups(ctx);
  // Another request may have finished meanwhile.
  return remembered(ctx, key) ?? lookUp(ctx, key, { taxId, requester, purpose });
}

function remembered({ clock }: AccountContext, key: string): Promise<ViesAnswer> | undefined {
  const entry = answers.get(key);
  return entry !== undefined && clock.now().getTime() < entry.until ? entry.answer : undefined;
}

async function limitLookups(ctx: Context): Promise<void> {
  const { account, addressGroup } = ctx;
  const allowance = {
    limit: account.settings.limits.taxIdChecksPerMinute,
    windowSeconds: MINUTE_SECONDS,
  };
  const key = `tax-id-checks/${account.id}/${addressGroup?.() ?? ''}`;
  const { allowed, retryAfterSeconds } = await hitCounter(ctx, ctx.database, key, allowance);
  if (allowed) return;
  throw rateLimited({
    detail: 'Too many tax IDs were checked from your network. Wait before you try again.',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

interface Question {
  readonly taxId: TaxId;
  readonly requester: TaxId | undefined;
  readonly purpose: 'Quote' | 'Payment';
}

async function lookUp(
  ctx: Context,
  key: string,
  { taxId, requester, purpose }: Question,
): Promise<ViesAnswer> {
  const at = ctx.clock.now();
  const { id: accountId } = ctx.account;
  const own = lookupsOf.get(accountId) ?? 0;
  const part = purpose === 'Payment' ? 1 : PART_OF_QUOTES;
  if (lookups >= MOST_LOOKUPS * part || own >= MOST_OF_ACCOUNT * part) {
    ctx.log.warn({ lookups, own }, 'too many lookups in VIES at the same time; tax is charged');
    return { kind: 'Unreachable', at };
  }
  countLookup(accountId, 1);
  const answer = ask(ctx, taxId, requester).finally(() => countLookup(accountId, -1));
  const entry = { answer, until: at.getTime() + ANSWER_MS };
  answers.set(key, entry);
  if ((await answer).kind === 'Unreachable') entry.until = at.getTime() + FAILURE_MS;
  return answer;
}

function countLookup(accountId: string, change: 1 | -1): void {
  lookups += change;
  const own = (lookupsOf.get(accountId) ?? 0) + change;
  if (own === 0) lookupsOf.delete(accountId);
  else lookupsOf.set(accountId, own);
}

function keyOf({ account, config }: AccountContext, taxId: TaxId, requester: TaxId | undefined): string {
  return JSON.stringify([config.viesUrl, account.id, taxId.text, requester?.text]);
}

async function ask(ctx: AccountContext, taxId: TaxId, requester: TaxId | undefined): Promise<ViesAnswer> {
  const at = ctx.clock.now();
  try {
    const body = await post(ctx, taxId, requester);
    const reason = reasonOf(body);
    if (requester === undefined || reason !== 'INVALID_REQUESTER_INFO') return readAnswer(body, at);
    ctx.log.warn(
      { reason, requester: requester.text },
      "VIES does not accept the seller's own tax id; tax ids are checked without a consultation number",
    );
    return readAnswer(await post(ctx, taxId, undefined), at);
  } catch (error) {
    ctx.log.warn({ error, country: taxId.country }, 'VIES could not be asked for a tax id; tax is charged');
    return { kind: 'Unreachable', at };
  }
}

async function post(ctx: AccountContext, taxId: TaxId, requester: TaxId | undefined): Promise<unknown> {
  const response = await fetch(`${ctx.config.viesUrl}/check-vat-number`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      countryCode: taxId.prefix,
      vatNumber: taxId.number,
      ...(requester && {
        requesterMemberStateCode: requester.prefix,
        requesterNumber: requester.number,
      }),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return response.json();
}

/** The code of the first error in a response. */
function reasonOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('errorWrappers' in body)) return undefined;
  const first: unknown = Array.isArray(body.errorWrappers) ? body.errorWrappers[0] : undefined;
  return typeof first === 'object' && first !== null && 'error' in first ? first.error : undefined;
}

/** If a member state is unavailable, the response is an error, neither true nor false. */
function readAnswer(body: unknown, at: Date): ViesAnswer {
  if (reasonOf(body) === 'INVALID_INPUT') return { kind: 'NotRegistered', consultationNumber: null, at };
  if (typeof body !== 'object' || body === null || !('valid' in body) || typeof body.valid !== 'boolean')
    return { kind: 'Unreachable', at };
  const number = 'requestIdentifier' in body ? body.requestIdentifier : undefined;
  const consultationNumber =
    typeof number === 'string' && number !== '' ? number.slice(0, MOST_CHARACTERS) : null;
  return { kind: body.valid ? 'Valid' : 'NotRegistered', consultationNumber, at };
}

const MOST_CHARACTERS = 100;
