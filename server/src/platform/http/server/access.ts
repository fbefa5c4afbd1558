import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { ApiScope } from '../../../kernel/api-scopes.ts';
import type { App } from './app.ts';

/**
 * Who may call a route. Every route says it in `config.access`; the server refuses to start when one does not.
 *
 * - `Public`: anyone; credentials are not looked at.
 * - `OptionalCustomer`: anyone; a bearer token that is not good counts as none, and the answer says so. Some of these
 *   routes also take a license token, as the proof of ownership.
 * - `Customer`: a signed-in customer.
 * - `ApiKey`: a system with an Api-Key that holds the scope.
 */
export type Access =
  | { readonly kind: 'Public' }
  | { readonly kind: 'OptionalCustomer'; readonly acceptsLicenseToken?: boolean }
  | { readonly kind: 'Customer' }
  | { readonly kind: 'ApiKey'; readonly scope: ApiScope };

export const access = {
  public: (): Access => ({ kind: 'Public' }),
  optionalCustomer: (): Access => ({ kind: 'OptionalCustomer' }),
  /** The same, where a license token proves the ownership of a product as well. */
  optionalOwner: (): Access => ({ kind: 'OptionalCustomer', acceptsLicenseToken: true }),
  customer: (): Access => ({ kind: 'Customer' }),
  apiKey: (scope: ApiScope): Access => ({ kind: 'ApiKey', scope }),
};

/** What a route says about itself; without a `url` it is the answer to what leads nowhere. */
export type RouteConfig = FastifyContextConfig & { readonly url?: string };

/** Gives every request its route's configuration, before all other hooks, and the application a table of its routes. */
export function registerRouteConfig(app: App): void {
  const routes: RouteOptions[] = [];
  app.decorate('routeTable', routes);
  app.addHook('onRoute', (route) => {
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
    /** The route serves a page or a file of one, under the policy of pages instead of that of the API. */
    isPage?: boolean;
    /** The route answers the same on every host, so no account is looked up for it. */
    isOffAccount?: boolean;
    /**
     * Deployed applications call the route and take a 4xx for the end of their license: a text body is read whatever media
     * type it is sent under, and whatever is in it.
     */
    isLenient?: boolean;
    /** The route accepts `Idempotency-Key`; every POST of the Core API does anyway. */
    isIdempotent?: boolean;
    /** The body is a file, which may take as long as it needs while bytes keep coming. */
    isUpload?: boolean;
    /**
     * The handler reads the body as it comes, in the media type that the schema says. What the request asks for is done line
     * by line, so there is no first answer that a repeated request could get again.
     */
    isStream?: boolean;
  }
  interface FastifyInstance {
    /** Every route that was registered, in this order. */
    routeTable: readonly RouteOptions[];
  }
  interface FastifyRequest {
    /** `routeOptions.config` of the route, which Fastify would create again on each access. */
    routeConfig: RouteConfig;
    /** The account that the request's host names; empty on routes that belong to none. */
    accountId: string;
  }
}
