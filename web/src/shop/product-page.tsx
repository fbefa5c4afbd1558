import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { productQuery } from '../api/shop-items.ts';
import { storefrontQuery } from '../api/storefront.ts';
import { useSession } from '../identity/use-session.ts';
import { ItemPage } from './item-page.tsx';

const route = getRouteApi('/site/shop/products/$productId');

/** One product: `/shop/products/{id}`. */
export function ProductPage() {
  const { productId } = route.useParams();
  const { signedIn } = useSession();
  const storefront = useQuery(storefrontQuery(signedIn?.id));
  const page = useQuery(productQuery(productId, signedIn?.id));
  // The list has most of it, so the page shows immediately.
  const item = page.data ?? storefront.data?.products.find(({ id }) => id === productId);
  return (
    <ItemPage
      key={productId}
      type="Product"
      item={item}
      details={page.data?.details}
      storefront={storefront.data}
      failure={page.error ?? storefront.error}
      onRetry={() => {
        void page.refetch();
        void storefront.refetch();
      }}
    />
  );
}
