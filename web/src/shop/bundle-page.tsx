import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { bundleQuery } from '../api/shop-items.ts';
import { storefrontQuery } from '../api/storefront.ts';
import { useSession } from '../identity/use-session.ts';
import { BundleContents } from './bundle-contents.tsx';
import { ItemPage } from './item-page.tsx';

const route = getRouteApi('/site/shop/bundles/$bundleId');

/** One bundle: `/shop/bundles/{id}`. */
export function BundlePage() {
  const { bundleId } = route.useParams();
  const { signedIn } = useSession();
  const storefront = useQuery(storefrontQuery(signedIn?.id));
  const page = useQuery(bundleQuery(bundleId, signedIn?.id));
  const item = page.data ?? storefront.data?.bundles.find(({ id }) => id === bundleId);
  return (
    <ItemPage
      key={bundleId}
      type="Bundle"
      item={item}
      details={page.data?.details}
      storefront={storefront.data}
      failure={page.error ?? storefront.error}
      onRetry={() => {
        void page.refetch();
        void storefront.refetch();
      }}
    >
      {item === undefined ? null : <BundleContents bundle={item} />}
    </ItemPage>
  );
}
