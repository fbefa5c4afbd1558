import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ItemDetails } from '../api/shop-items.ts';
import type { ShopBundle, ShopProduct, Storefront } from '../api/storefront.ts';
import { useCurrency } from '../cart/currency.ts';
import { FailureState } from '../site/failure-state.tsx';
import { MessageState } from '../site/message-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon } from '@latchkey/ui/product-icon.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery } from './gallery.tsx';
import { ItemTexts } from './item-texts.tsx';
import classes from './item-page.module.css';

interface ItemPageProps {
  readonly type: 'Product' | 'Bundle';
  /** From the list, until the page of the item is loaded. */
  readonly item: ShopProduct | ShopBundle | undefined;
  readonly details: ItemDetails | undefined;
  readonly storefront: Storefront | undefined;
  readonly failure: Error | null;
  readonly onRetry: () => void;
  /** Its contents. */
  readonly children?: ReactNode;
}

/** A product or a bundle: pictures, texts, and the box to buy it. */
export function ItemPage({ type, item, details, storefront, failure, onRetry, children }: ItemPageProps) {
  const { shop, product } = useShopTexts();
  const isGone = failure instanceof Refusal && [400, 404].includes(failure.status);
  if (isGone) return <GonePage />;
  if (item === undefined || storefront === undefined) {
    return (
      <SiteFrame title={shop.title} width="wide">
        {failure === null ? (
          <ItemSkeleton label={product.loading} />
        ) : (
          <FailureState failure={failure} onRetry={onRetry} />
        )}
      </SiteFrame>
    );
  }
  return (
    <SiteFrame title={item.name} width="wide">
      <div className={classes.columns}>
        <header className={classes.head}>
          <ProductIcon name={item.name} iconUrl={item.iconUrl} size={64} />
          <div>
            <PageHeading>{item.name}</PageHeading>
            {item.tagline === '' ? null : <Text c="dimmed">{item.tagline}</Text>}
          </div>
        </header>
        <div className={classes.gallery}>
          <Gallery item={item} images={details?.images} />
        </div>
        <div className={classes.buy}>
          <OwnBuyBox type={type} item={item} details={details} storefront={storefront} />
        </div>
        <div className={classes.texts}>
          {children}
          {details === undefined && failure !== null ? (
            <FailureState failure={failure} onRetry={onRetry} />
          ) : (
            <ItemTexts item={item} details={details} />
          )}
        </div>
      </div>
    </SiteFrame>
  );
}

interface OwnBuyBoxProps extends Pick<ItemPageProps, 'type' | 'details'> {
  readonly item: ShopProduct | ShopBundle;
  readonly storefront: Storefront;
}

function OwnBuyBox({ storefront, ...rest }: OwnBuyBoxProps) {
  const currency = useCurrency(storefront);
  return <BuyBox key={currency} {...rest} storefront={storefront} currency={currency} />;
}

/** An item from an old link that no longer exists. */
function GonePage() {
  const { product } = useShopTexts();
  return (
    <SiteFrame title={product.gone} width="wide">
      <MessageState
        title={product.gone}
        text={product.goneText}
        action={<Button renderRoot={(props) => <Link to="/shop" {...props} />}>{product.toShop}</Button>}
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
