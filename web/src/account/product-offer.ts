import { useQuery } from '@tanstack/react-query';
import { storefrontQuery } from '../api/storefront.ts';
import { useCustomer } from './customer.ts';

/** What a product costs to own, if that is one price, and how long a trial of it runs. */
interface ProductOffer {
  readonly trialDays?: number | undefined;
  /** Absent where it costs nothing, or more than once. */
  readonly variationId?: string;
  readonly price: number;
  readonly currency: string;
}

/** What the shop says about a product that its customer does not own. */
export function useOffer(productId: string, { isEnabled }: { readonly isEnabled: boolean }): ProductOffer {
  const { data } = useQuery({ ...storefrontQuery(useCustomer().id), enabled: isEnabled });
  // The checkout that a link opens has this currency.
  const currency = data?.suggestedCurrency ?? '';
  const product = data?.products.find(({ id }) => id === productId);
  const { trialDays, defaultVariation: variation } = product ?? {};
  const price = variation?.price[currency] ?? 0;
  if (variation?.recurrence.type !== 'OneOff' || price === 0) return { trialDays, price, currency };
  return { trialDays, variationId: variation.id, price, currency };
}
