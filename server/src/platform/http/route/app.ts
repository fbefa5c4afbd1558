import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify';

/** The HTTP application that route modules register on; schemas written in TypeBox type their handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The names of scopes; the guard of callers adds those that exist. */
export interface VendorScopes {}
type VendorScope = keyof VendorScopes;

/**
 * The permitted callers of a route. Every route declares them in `config.access`; the server refuses to start when one
 * does not.
 *
 * - `Public`: anyone; credentials are ignored.
 * - `OptionalCustomer`: anyone; an invalid bearer token counts as none, and the response says so. Some of these routes
 *   also take a license token, as the proof of ownership.
 * - `Customer`: a signed-in customer.
 * - `Operator`: somebody who is signed in to the dashboard, whatever their role.
 * - `Vendor`: whoever acts for the vendor of the account with this scope: a system with an API key, or an operator.
 */
export type Access =
  | { readonly kind: 'Public' }
  | { readonly kind: 'OptionalCustomer'; readonly acceptsLicenseToken?: boolean }
  | { readonly kind: 'Customer' }
  | { readonly kind: 'Operator' }
  | {
      readonly kind: 'Vendor';
      readonly scope: VendorScope;
      readonly partScope?: VendorScope;
      /** Operators need this one, too; API keys do not. */
      readonly operatorScope?: VendorScope;
    };

export const access = {
  public: (): Access => ({ kind: 'Public' }),
  optionalCustomer: (): Access => ({ kind: 'OptionalCustomer' }),
  /** The same for routes that also accept a license token as proof of ownership. */
  optionalOwner: (): Access => ({ kind: 'OptionalCustomer', acceptsLicenseToken: true }),
  customer: (): Access => ({ kind: 'Customer' }),
  operator: (): Access => ({ kind: 'Operator' }),
  /** The handler asks for `partScope` where a request needs it, too (`requireScope`). */
  vendor: (scope: VendorScope, partScope?: VendorScope): Access => ({
    kind: 'Vendor',
    scope,
    ...(partScope !== undefined && { partScope }),
  }),
  /** An API key needs `scope`, an operator both: what is one permission of systems may not be one of a role. */
  vendorOrRole: (scope: VendorScope, operatorScope: VendorScope): Access => ({
    kind: 'Vendor',
    scope,
    operatorScope,
  }),
};

/** What all routes of an API have in common, whoever calls them. */
export interface RouteGroup {
  /**
   * Unknown query parameters are refused, so that a misspelt filter never returns everything; so is null for an optional
   * field. Elsewhere both are ignored (wire contract section 1).
   */
  readonly isStrict?: boolean;
  /** Every POST accepts `Idempotency-Key`, except those that read a stream. */
  readonly hasIdempotentPosts?: boolean;
  /** The modes of a closed store in which these routes are 410 `StoreClosed`. */
  readonly closesIn?: readonly ('Closed' | 'Released')[];
  /** Calls are limited by the credential that makes them; only those without a valid one are counted by address. */
  readonly limitsByCredential?: boolean;
}

/** Registers routes as a group. They may also have settings of their own. */
export async function registerGroup(
  app: App,
  group: RouteGroup,
  register: (app: App) => void,
): Promise<void> {
  await app.register(async (scope: App) => {
    scope.decorate('routeGroup', group);
    register(scope);
  });
}

/** A route's own settings; without a `url` it is the response to unknown paths. */
type RouteConfig = FastifyContextConfig & { readonly url?: string };

/** Gives every request its route's configuration, before all other hooks, and the application a table of its routes. */
export function registerRouteConfig(app: App): void {
  const routes: RouteOptions[] = [];
  app.decorate('routeTable', routes);
  app.decorate('routeGroup', {});
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    route.config = { ...route.config, group: this.routeGroup };
    routes.push(route);
  });
  app.decorateRequest('routeConfig');
  app.addHook('onRequest', (request, _reply, done) => {
    request.routeConfig = request.routeOptions.config ?? {};
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The group in which the route is registered: see `registerGroup`. */
    group?: RouteGroup;
    /** The route serves a page or one of its files, with the policy of pages instead of that of the API. */
    isPage?: boolean;
    /** Mail links and page links lead here: in a browser, a refusal is a page. */
    isOpenedByPeople?: boolean;
    /** The response is the same on every host, so no account is looked up for it. */
    isOffAccount?: boolean;
    /**
     * Deployed applications call the route and treat a 4xx as the end of their license: a text body is read regardless
     * of its media type and its content.
     */
    isLenient?: boolean;
    /** The route accepts `Idempotency-Key`, as every POST of some groups does. */
    isIdempotent?: boolean;
    /** The request body is a file, which may take as long as it needs while bytes keep arriving. */
    isUpload?: boolean;
    /**
     * The handler reads the request body as a stream, in the media type of the schema. The request is processed line by
     * line, so there is no stored response for a repeated request.
     */
    isStream?: boolean;
  }
  interface FastifyInstance {
    /** Every registered route, in the order of registration. */
    routeTable: readonly RouteOptions[];
    /** The group of the routes that are registered here. */
    routeGroup: RouteGroup;
  }
  interface FastifyRequest {
    /** `routeOptions.config` of the route, which Fastify would create again on each access. */
    routeConfig: RouteConfig;
    /** The account of the request's host; empty on routes without one. */
    accountId: string;
  }
}
