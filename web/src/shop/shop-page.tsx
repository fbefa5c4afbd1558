import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Storefront, storefrontQuery } from '../api/storefront.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useCurrency } from '../cart/currency.ts';
import { useSession } from '../identity/use-session.ts';
import { LoadFailure } from '../site/load-failure.tsx';
import { MessageState } from '../site/message-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { useShopTexts } from './shop-texts.ts';
import { BelowFold } from './below-fold.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { Hero } from './hero.tsx';
import { ItemGrid } from './item-grid.tsx';
import { OfferList, PromotionBanners } from './offer-list.tsx';
import { TaxNote } from './price.tsx';
import { countOf, isSelective } from './shop-items.ts';
import { useShopView } from './shop-view.ts';
import classes from './shop-page.module.css';

/** Everything for sale: `/shop`. */
export function ShopPage() {
  const { signedIn } = useSession();
  const { shop } = useShopTexts();
  const { data, error } = useQuery(storefrontQuery(signedIn?.id));
  return (
    <SiteFrame title={shop.title} width="wide" purpose="sale" tools={data && <Currency storefront={data} />}>
      {data === undefined ? <Waiting failure={error} /> : <Shelves storefront={data} />}
    </SiteFrame>
  );
}

function Waiting({ failure }: { readonly failure: Error | null }) {
  const { shop } = useShopTexts();
  if (failure !== null) return <LoadFailure failure={failure} />;
  return (
    <>
      <PageHeading>{shop.heading}</PageHeading>
      <ShopSkeleton label={shop.loading} />
    </>
  );
}

function Shelves({ storefront }: { readonly storefront: Storefront }) {
  const { shop } = useShopTexts();
  const { data: vendor } = useQuery(vendorQuery);
  const currency = useCurrency(storefront);
  const { search, setSearch, more, setMore } = useShopView();
  const view = useDeferredValue(search);
  const featured = storefront.products.find(({ id }) => id === storefront.featuredProductId);
  if (countOf(storefront) === 0) {
    return (
      <MessageState title={shop.empty} text={shop.emptyText(vendor?.name ?? '')} action={<WebsiteLink />} />
    );
  }
  return (
    <div className={classes.shop}>
      <div className={classes.top}>
        <PageHeading>{shop.heading}</PageHeading>
        <TaxNote storefront={storefront} />
      </div>
      {/* Whoever searches sees the results first. */}
      {isSelective(view) ? null : (
        <>
          <PromotionBanners promotions={storefront.promotions} currency={currency} />
          {featured === undefined ? null : <Hero product={featured} currency={currency} />}
        </>
      )}
      <BelowFold>
        <ItemGrid
          storefront={storefront}
          currency={currency}
          search={search}
          onSearch={setSearch}
          view={view}
          featuredId={featured?.id}
          more={more}
          onMore={setMore}
        />
        {isSelective(view) ? null : <OfferList storefront={storefront} currency={currency} />}
      </BelowFold>
    </div>
  );
}

function Currency({ storefront }: { readonly storefront: Storefront }) {
  const currency = useCurrency(storefront);
  return <CurrencySelect currency={currency} currencies={storefront.enabledCurrencies} />;
}

/** An empty shop leads to the vendor's own website, if there is one. */
function WebsiteLink() {
  const { data: vendor } = useQuery(vendorQuery);
  const { product } = useShopTexts();
  if (vendor?.websiteUrl === undefined) return null;
  return (
    <Button component="a" href={vendor.websiteUrl} rel="noreferrer">
      {product.website}
    </Button>
  );
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** In pixels, about that of a card with one line of text. */
const CARD_HEIGHT = 380;

/** The shop before it is loaded: cards of the size of the real ones. */
export function ShopSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes.skeleton} data-loading>
      <VisuallyHidden component="output">{label}</VisuallyHidden>
      <div className={classes.grid} aria-hidden="true">
        {CARDS.map((card) => (
          <Skeleton key={card} height={CARD_HEIGHT} radius="lg" />
        ))}
      </div>
    </div>
  );
}
