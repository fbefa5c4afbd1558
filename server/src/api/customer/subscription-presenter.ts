import type { FastifyRequest } from 'fastify';
import type { Static } from '../../kernel/schema.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import type { Subscription } from '../../modules/subscriptions/index.ts';
import { itemPresenter } from '../wire/product.ts';
import { type OwnSubscription, ownSubscription } from '../wire/own-subscription.ts';

/** How the subscriptions of the customer who asks are shown. */
export async function subscriptionPresenter({
  context,
}: Pick<FastifyRequest, 'context'>): Promise<
  (subscription: Subscription) => Promise<Static<typeof OwnSubscription>>
> {
  const catalog = await loadCatalog(context);
  const { pictures } = itemPresenter(context);
  return (subscription) => ownSubscription(context, subscription, { catalog, pictures });
}
