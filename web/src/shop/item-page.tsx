import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { getRouteApi } from '@tanstack/react-router';
import {
  type ItemDetails,
  productQuery,
  bundleQuery,
  type ShopBundle,
  type ShopProduct,
  type Storefront,
  storefrontQuery,
} from '../api/storefront.ts';
import { useCurrency } from '../cart/currency.ts';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { LoadFailure } from '../site/load-failure.tsx';
import { MessageState } from '../site/message-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon } from '@latchkey/ui/product-icon.tsx';
import { BelowFold } from './below-fold.tsx';
import { BundleContents } from './bundle-contents.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery } from './gallery.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { Badges, Suggestions } from './item-facts.tsx';
import { ItemTexts } from './item-texts.tsx';
import classes from './item-page.module.css';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '../identity/use-session.ts';

const productRoute = getRouteApi('/site/shop/products/$productId');
const bundleRoute = getRouteApi('/site/shop/bundles/$bundleId');

/** One product: `/shop/products/{id}`. */
export function ProductPage() {
  const { productId } = productRoute.useParams();
  const { signedIn } = useSession();
  const storefront = useQuery(storefrontQuery(signedIn?.id));
  const page = useQuery(productQuery(productId, signedIn?.id));
  // The list has most of it, so the page shows immediately.
  const item = page.data ?? storefront.data?.products.find(({ id }) => id === productId);
  return <ItemPage key={productId} type="Product" item={item} page={page} storefront={storefront} />;
}

/** One bundle: `/shop/bundles/{id}`. */
export function BundlePage() {
  const { bundleId } = bundleRoute.useParams();
  const { signedIn } = useSession();
  const storefront = useQuery(storefrontQuery(signedIn?.id));
  const page = useQuery(bundleQuery(bundleId, signedIn?.id));
  const item = page.data ?? storefront.data?.bundles.find(({ id }) => id === bundleId);
  return <ItemPage key={bundleId} type="Bundle" item={item} page={page} storefront={storefront} />;
}

interface ItemPageProps {
  readonly type: 'Product' | 'Bundle';
  /** From the list, until the page of the item is loaded. */
  readonly item: ShopProduct | ShopBundle | undefined;
  readonly page: UseQueryResult<{ readonly details: ItemDetails }>;
  readonly storefront: UseQueryResult<Storefront>;
}

/** A product or a bundle: pictures, texts, and the box to buy it. */
function ItemPage({ type, item, page, storefront: { data: storefront, ...list } }: ItemPageProps) {
  const { shop, product } = useShopTexts();
  const failure = page.error ?? list.error;
  const onRetry = () => {
    void page.refetch();
    void list.refetch();
  };
  const isGone = failure instanceof Refusal && [400, 404].includes(failure.status);
  if (isGone) return <GonePage />;
  if (item === undefined || storefront === undefined) {
    return (
      <SiteFrame title={shop.title} width="wide" purpose="sale">
        {failure === null ? <ItemSkeleton label={product.loading} /> : <LoadFailure failure={failure} />}
      </SiteFrame>
    );
  }
  return (
    <OpenPage
      type={type}
      item={item}
      storefront={storefront}
      page={page}
      failure={failure}
      onRetry={onRetry}
    />
  );
}

interface OpenPageProps extends Pick<ItemPageProps, 'type' | 'page'> {
  readonly item: ShopProduct | ShopBundle;
  readonly storefront: Storefront;
  readonly failure: Error | null;
  readonly onRetry: () => void;
}

function OpenPage({ type, item, storefront, page, failure, onRetry }: OpenPageProps) {
  const details = page.data?.details;
  const currency = useCurrency(storefront);
  const tools = <CurrencySelect currency={currency} currencies={storefront.enabledCurrencies} />;
  return (
    <SiteFrame title={item.name} width="wide" purpose="sale" tools={tools}>
      <div className={classes.columns}>
        <header className={classes.head}>
          {item.iconUrl === null ? null : <ProductIcon name={item.name} iconUrl={item.iconUrl} size={64} />}
          <div>
            <PageHeading>{item.name}</PageHeading>
            {item.tagline === '' ? null : <Text c="dimmed">{item.tagline}</Text>}
          </div>
          <Badges item={item} />
        </header>
        <div className={classes.gallery}>
          <Gallery item={item} details={details} />
        </div>
        <div className={classes.buy}>
          <BuyBox type={type} item={item} details={details} storefront={storefront} currency={currency} />
        </div>
        <div className={classes.texts}>
          <BelowFold>
            {'products' in item ? <BundleContents bundle={item} currency={currency} /> : null}
            {details === undefined && failure !== null ? (
              <FailureState failure={failure} onRetry={onRetry} />
            ) : (
              <ItemTexts item={item} details={details} />
            )}
          </BelowFold>
        </div>
      </div>
      <div className={classes.more}>
        <BelowFold>
          <Suggestions item={item} storefront={storefront} currency={currency} />
        </BelowFold>
      </div>
    </SiteFrame>
  );
}

/** An item from an old link that no longer exists. */
function GonePage() {
  const { product } = useShopTexts();
  return (
    <SiteFrame title={product.gone} width="wide" purpose="sale">
      <MessageState
        title={product.gone}
        text={product.goneText}
        action={<ShopButton>{product.toShop}</ShopButton>}
      />
    </SiteFrame>
  );
}

function ItemSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes.columns} data-loading>
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      <div className={classes.head} aria-hidden="true">
        <Skeleton height={64} width={64} radius="lg" />
        <Skeleton height={32} width="60%" />
      </div>
      <div className={classes.gallery} aria-hidden="true">
        <Skeleton className={classes.poster} radius="lg" />
      </div>
      <div className={classes.buy} aria-hidden="true">
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
