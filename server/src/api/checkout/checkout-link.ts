import { type Static, Type } from '../../kernel/schema.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';

/** The path of a checkout URL. */
export const linkParams = Type.Object({
  orderId: Type.String(),
  token: Type.String({ maxLength: 200, description: 'The last part of the path of the checkout URL.' }),
});
/** The query of a checkout URL. */
export const returnQuery = Type.Object({
  return: Type.Optional(
    Type.String({
      description:
        'From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin.',
    }),
  ),
});

/** The checkout page to which a provider returns the buyer; `isFramed` for one that may be in a frame of the shop. */
export function pageUrl(
  ctx: Context,
  { orderId, token }: Static<typeof linkParams>,
  { returnTo, isFramed = false }: { readonly returnTo: string | undefined; readonly isFramed?: boolean },
): string {
  const query = [
    ...(isFramed ? ['embedded=true'] : []),
    ...(returnTo === undefined ? [] : [`return=${encodeURIComponent(returnTo)}`]),
  ].join('&');
  const page = `${accountUrl(ctx.config, ctx.account)}/checkout/${orderId}/${token}`;
  return query === '' ? page : `${page}?${query}`;
}
