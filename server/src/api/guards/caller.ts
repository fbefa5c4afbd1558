import { languagesIn } from '../../platform/http/pages/accept-language.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, rateLimited, readOnlyView, unauthorized } from '../../kernel/problem.ts';
import {
  allowsScope,
  type ApiKey,
  type ApiScope,
  authenticateApiKey,
  type Context,
  contextOf,
} from '../../modules/accounts/index.ts';
import { authenticateView, type CustomerView, isViewToken } from '../../modules/customer-views/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import { authenticateCustomer } from '../../modules/identity/index.ts';
import { customerByTrialToken, ownerByLicenseToken } from '../../modules/licensing/index.ts';
import type { Actor } from '../../platform/context/actor.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import type { CountryFinder } from '../../platform/geo/countries.ts';
import type { Access, App } from '../../platform/http/route/app.ts';
import { addressGroup } from '../../platform/http/network/client.ts';
import type { System } from '../../platform/system.ts';
import type { InventoryViewer } from '../wire/inventory.ts';
import { apiKeyRequired } from './api-key-help.ts';
import {
  forgetSession,
  hasSessionCookie,
  type OperatorCaller,
  operatorNow,
  operatorOf,
  registerConfirmations,
  requireConfirmation,
} from './operator-session.ts';

/** The sender of the request, as far as the route's access requires it. */
type Caller =
  | { readonly kind: 'Anonymous' }
  | {
      readonly kind: 'Customer';
      readonly customer: Customer;
      readonly sessionId: string;
      /** Somebody who acts for the vendor looks at the account: nothing is done in it. */
      readonly view?: CustomerView;
    }
  | { readonly kind: 'ApiKey'; readonly apiKey: ApiKey }
  | OperatorCaller;

declare module '../../platform/http/route/app.ts' {
  interface VendorScopes extends Record<ApiScope, unknown> {}
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A read of customers that a view of the vendor may make: it changes nothing, and hands out nothing that acts. */
    isShownInViews?: boolean;
    /** The one route that changes something in a view: it ends it. */
    endsView?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
    /** The context for the use cases of the request: its account and the actor. */
    readonly context: Context;
  }
}

const ANONYMOUS: Caller = { kind: 'Anonymous' };

/** Checks the credential that a route's `config.access` requires, before the body is read. */
export function registerCallerGuard(app: App, system: System, countryOf: CountryFinder): void {
  app.decorateRequest('caller');
  app.decorateRequest('context', {
    getter(this: FastifyRequest) {
      return contextOf(systemFor(system, this), this.account, actorOf(this.caller), {
        requestId: this.id,
        // Few requests record an event.
        addressGroup: () => addressGroup(this.ip),
        userAgent: this.caller.kind === 'ApiKey' ? undefined : this.headers['user-agent'],
        // The country and the language of the vendor's people and machines are not the buyer's.
        ...(!isOfVendor(this.caller) && {
          visitorCountry: () => countryOf(this),
          visitorLanguages: () => languagesIn(this.headers['accept-language']),
        }),
      });
    },
  });
  registerConfirmations(app);
  const admit = limitingCalls(system);
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeConfig;
    if (!isAnonymous(request, access)) return identify(system, request, reply).then(admit);
    // Most requests without a required credential are answered without waiting for anything.
    request.caller = ANONYMOUS;
    return done();
  });
}

function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'Customer':
      return caller.view === undefined
        ? { kind: 'Customer', id: caller.customer.id }
        : { kind: caller.view.viewer.kind, id: caller.view.viewer.id };
    case 'ApiKey':
      return { kind: 'ApiKey', id: caller.apiKey.id };
    case 'Operator':
      return { kind: 'Operator', id: caller.operator.id };
    case 'Anonymous':
      return caller;
  }
}

async function identify(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyRequest> {
  request.caller = ANONYMOUS;
  request.caller = await callerOf(system, request, reply);
  refuseInView(request);
  return request;
}

/**
 * Raises 403 `ReadOnlyView` for a look of the vendor at a customer's account, unless the route is one of the reads that it
 * is for: whatever is added later is refused until somebody says otherwise.
 */
function refuseInView({ caller, method, routeConfig }: FastifyRequest): void {
  if (caller.kind !== 'Customer' || caller.view === undefined || routeConfig.endsView === true) return;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || routeConfig.isShownInViews !== true) throw readOnlyView();
}

/** In a view, no use case can begin a transaction, whatever its route promises; only its end can. */
function systemFor(system: System, { caller, routeConfig }: FastifyRequest): System {
  if (caller.kind !== 'Customer' || caller.view === undefined || routeConfig.endsView === true) return system;
  // One for all views: what is cached is kept by its database.
  const readOnly = readOnlySystems.get(system) ?? {
    ...system,
    database: { ...system.database, transaction: () => Promise.reject(readOnlyView()) },
  };
  readOnlySystems.set(system, readOnly);
  databases.set(readOnly.database, system.database);
  return readOnly;
}

const readOnlySystems = new WeakMap<System, System>();
/** That of the system, by the one of its views. */
const databases = new WeakMap<System['database'], System['database']>();

/**
 * The context for a read that keeps its result for the next reader, such as the file of a document. It is nothing of the
 * customer's, so it is kept in a view, too.
 */
export function keepingContext({ context }: Pick<FastifyRequest, 'context'>): Context {
  const database = databases.get(context.database);
  return database === undefined ? context : { ...context, database };
}

/** The signed-in customer of a route with `access.customer()`; raises 401 without one. */
export function signedIn(request: FastifyRequest): { customer: Customer; sessionId: string } {
  if (request.caller.kind !== 'Customer') throw bearerRequired();
  return request.caller;
}

/** The operator of a route with `access.operator()`; raises 401 without one. */
export function signedInOperator(request: FastifyRequest): OperatorCaller {
  if (request.caller.kind !== 'Operator') throw sessionRequired();
  return request.caller;
}

/** The look of the vendor at a customer's account that the request belongs to, if it does. */
export function viewOf({ caller }: Pick<FastifyRequest, 'caller'>): CustomerView | undefined {
  return caller.kind === 'Customer' ? caller.view : undefined;
}

/** The customer's id, if a token was sent, on routes with optional authorization. */
export function customerIdOf(request: FastifyRequest): string | undefined {
  return request.caller.kind === 'Customer' ? request.caller.customer.id : undefined;
}

/** The session of the token, if one was sent, on routes with optional authorization. */
export function sessionIdOf(request: FastifyRequest): string | undefined {
  return request.caller.kind === 'Customer' ? request.caller.sessionId : undefined;
}

/** The customer, if a token was sent, on routes with optional authorization. */
export function customerOf(request: FastifyRequest): Customer | undefined {
  return request.caller.kind === 'Customer' ? request.caller.customer : undefined;
}

/**
 * The viewer of a product on routes with optional authorization: the signed-in customer, or the owner of the license
 * whose token is sent as `LicenseToken`, or the customer of a trial (wire contract section 5). An invalid credential means
 * no viewer.
 */
export async function viewerOf(request: FastifyRequest, productId: string): Promise<InventoryViewer> {
  const { context, headers } = request;
  const token = /^LicenseToken +([\w.-]+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return { customerId: customerIdOf(request) };
  const customerId = await ownerByLicenseToken(context, { productId, token });
  if (customerId !== undefined) return { customerId };
  return { customerId: await customerByTrialToken(context, { productId, token }), isByTrial: true };
}

function isAnonymous({ headers }: FastifyRequest, access: Access | undefined): boolean {
  if (access?.kind === 'OptionalCustomer') return headers.authorization === undefined;
  return access?.kind !== 'Customer' && access?.kind !== 'Vendor' && access?.kind !== 'Operator';
}

async function callerOf(system: System, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  switch (request.routeConfig.access?.kind) {
    case 'Customer':
      return (await bearerOf(request)) ?? refuse(bearerRequired());
    case 'OptionalCustomer':
      return (await bearerOf(request)) ?? withoutBearer(request, reply);
    case 'Vendor':
      return vendorOf(system, request, reply);
    case 'Operator':
      return sessionOf(system, request, reply);
    default:
      return ANONYMOUS;
  }
}

/**
 * Clients continue to send a token after its expiry, and a shop must not be closed to them: an invalid bearer token
 * counts as none, and the response says so (RFC 6750 section 3.1).
 */
function withoutBearer({ headers }: FastifyRequest, reply: FastifyReply): Caller {
  if (!/^LicenseToken\b/i.test(headers.authorization ?? ''))
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
  return ANONYMOUS;
}

async function bearerOf(request: FastifyRequest): Promise<Caller | undefined> {
  const token = /^Bearer +([\w.-]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  if (isViewToken(token)) {
    const viewing = await authenticateView(request.context, token);
    return viewing && { kind: 'Customer', ...viewing, sessionId: viewing.view.id };
  }
  const session = await authenticateCustomer(request.context, token);
  return session && { kind: 'Customer', ...session };
}

/** An API key, or the session of an operator where no key is sent. */
async function vendorOf(system: System, request: FastifyRequest, reply?: FastifyReply): Promise<Caller> {
  const key = request.headers['api-key'];
  if (key === undefined && hasSessionCookie(request)) return sessionOf(system, request, reply);
  const apiKey = typeof key === 'string' ? await authenticateApiKey(system, request.account, key) : undefined;
  if (apiKey === undefined) throw apiKeyRequired(request);
  return { kind: 'ApiKey', apiKey };
}

async function sessionOf(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply | undefined,
): Promise<OperatorCaller> {
  const caller = await operatorOf(system, request);
  if (caller !== undefined) return caller;
  if (reply !== undefined && hasSessionCookie(request)) forgetSession(request, reply);
  throw sessionRequired();
}

/**
 * Checks the credential of a long-running request again: raises 401 when it has expired or was revoked since, and 403
 * when it has lost the scope of the route. Otherwise `request.caller` is the caller with the scopes that they have now.
 */
export async function recheckVendor(request: FastifyRequest): Promise<void> {
  const { caller, routeConfig } = request;
  const current =
    caller.kind === 'Operator'
      ? ((await operatorNow(request, caller)) ?? refuse(sessionRequired()))
      : await vendorOf(request.context, request);
  refuseScope(current, routeConfig.access);
  request.caller = current;
}

function refuseScope(caller: Caller, access: Access | undefined): void {
  if (access?.kind !== 'Vendor') return;
  requireScope(caller, access.scope);
  if (access.operatorScope !== undefined && caller.kind === 'Operator')
    requireScope(caller, access.operatorScope);
}

/** Whether somebody acts for the vendor: a system by its API key, or a person in the dashboard. */
function isOfVendor({ kind }: Caller): boolean {
  return kind === 'ApiKey' || kind === 'Operator';
}

/** The scopes of whoever acts for the vendor; none for anybody else. */
export function scopesOfCaller(caller: Caller): readonly string[] {
  if (caller.kind === 'ApiKey') return caller.apiKey.scopes;
  return caller.kind === 'Operator' ? caller.operator.scopes : [];
}

/** Whether whoever acts for the vendor may do what the scope names. */
export function hasScope(caller: Caller, scope: ApiScope): boolean {
  return allowsScope(scopesOfCaller(caller), scope);
}

/** Raises 403 if a scope is missing; for requests that need more than the scope of their route. */
export function requireScope(caller: Caller, scope: ApiScope): void {
  if (hasScope(caller, scope)) return;
  throw forbidden({
    detail:
      caller.kind === 'Operator'
        ? `Your role, ${caller.operator.role}, does not include this (${scope}).`
        : `This API key lacks the scope ${scope}.`,
  });
}

/**
 * Raises 429 when a key, or the session of an operator, calls more often than its account allows, and 403 when it lacks
 * the scope of the route, or the confirmation that it asks operators for.
 */
function limitingCalls(system: System): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { account, caller } = request;
    const { access, group, isSensitive } = request.routeConfig;
    if (group?.limitsByCredential === true && isOfVendor(caller)) {
      const limit = account.settings.limits.apiKeyRequestsPerMinute;
      const { allowed, retryAfterSeconds } = await hitCounter(
        system,
        system.database,
        `api-key/${account.id}/${credentialId(caller)}`,
        { limit, windowSeconds: 60 },
      );
      if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
    }
    refuseScope(caller, access);
    if (isSensitive === true) requireConfirmation(request);
  };
}

function credentialId(caller: Caller): string {
  if (caller.kind === 'ApiKey') return caller.apiKey.id;
  return caller.kind === 'Operator' ? caller.session.id : '';
}

/** 401: only for operators. */
function sessionRequired() {
  return unauthorized({
    detail: 'Sign in to the dashboard: there is no session, or it has ended.',
    headers: { 'www-authenticate': 'Session' },
  });
}

/** 401: only for customers. */
function bearerRequired() {
  return unauthorized({
    detail: 'A valid access token is needed, as a bearer token in the Authorization header.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function refuse(problem: Error): never {
  throw problem;
}
