import type { ApiScope } from '../../kernel/api-scopes.ts';

/**
 * Who may call a route. Every route says it in `config.access`; the server refuses to start when one does not.
 *
 * - `Public`: anyone; credentials are not looked at.
 * - `OptionalCustomer`: anyone, but a bearer token that is sent must be good.
 * - `Customer`: a signed-in customer.
 * - `ApiKey`: a system with an Api-Key that holds the scope.
 */
export type Access =
  | { readonly kind: 'Public' }
  | { readonly kind: 'OptionalCustomer' }
  | { readonly kind: 'Customer' }
  | { readonly kind: 'ApiKey'; readonly scope: ApiScope };

export const access = {
  public: (): Access => ({ kind: 'Public' }),
  optionalCustomer: (): Access => ({ kind: 'OptionalCustomer' }),
  customer: (): Access => ({ kind: 'Customer' }),
  apiKey: (scope: ApiScope): Access => ({ kind: 'ApiKey', scope }),
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The route is part of the product's own pages or files and not of the API: no account, no problem+json. */
    isPage?: boolean;
  }
}
