import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ProductVersion } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import { BackIcon, BrokenLinkIcon } from '../page/icons.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { useIsClosed } from '../site/shop-button.tsx';
import { AccountPage, Empty } from './account-page.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import classes from './account.module.css';
import { Loading } from './loading.tsx';
import { usePageName } from './page-title.ts';
import { Downloads } from './product-downloads.tsx';
import { Licenses } from './product-licenses.tsx';
import { useOffer } from './product-offer.ts';
import { OfflineActivation } from './product-offline.tsx';
import styles from './product-page.module.css';
import { useProductVersion } from './queries.ts';

const route = getRouteApi('/site/account/products/$productId');

/** `/account/products/{id}`: downloads, licenses and devices of one product. */
export function ProductPage() {
  const { products } = useAccountTexts();
  const { productId } = route.useParams();
  return (
    <AccountPage title={products.title} purpose="use">
      <Product key={productId} productId={productId} />
    </AccountPage>
  );
}

function Product({ productId }: { readonly productId: string }) {
  const { product: texts } = useAccountTexts();
  const { data, error, refetch } = useProductVersion(productId);
  usePageName(data?.name);
  return (
    <Stack gap="md">
      <Anchor
        underline="hover"
        className={classes.back}
        renderRoot={(props) => <Link to="/account" {...props} />}
      >
        <BackIcon size={18} />
        {texts.back}
      </Anchor>
      {data === undefined && error === null ? <Loading heights={[64, 180, 240]} /> : null}
      {error === null || data !== undefined ? null : (
        <Unavailable failure={error} onRetry={() => void refetch()} />
      )}
      {data === undefined ? null : (
        <>
          <Head product={data} />
          <Parts product={data} />
        </>
      )}
    </Stack>
  );
}

interface UnavailableProps {
  readonly failure: Error;
  readonly onRetry: () => void;
}

function Unavailable({ failure, onRetry }: UnavailableProps) {
  const { product: texts } = useAccountTexts();
  const isUnknown = failure instanceof Refusal && [400, 404].includes(failure.status);
  if (!isUnknown) return <FailureState failure={failure} onRetry={onRetry} />;
  return (
    <Empty icon={<BrokenLinkIcon size={28} />} title={texts.unknown} text={texts.unknownText} isPage>
      <Button renderRoot={(props) => <Link to="/account" {...props} />}>{texts.back}</Button>
    </Empty>
  );
}

function Head({ product }: { readonly product: ProductVersion }) {
  return (
    <div className={styles.head}>
      <Thumbnail name={product.name} iconUrl={product.iconUrl} pictureUrl={product.pictureUrl} width={96} />
      <div>
        <PageHeading>{product.name}</PageHeading>
        <Text c="dimmed">{product.tagline}</Text>
      </div>
    </div>
  );
}

/** Downloads come first; without a license, the way to one. */
function Parts({ product }: { readonly product: ProductVersion }) {
  const hasHad = product.numberOfLicenses > 0 || product.maxActivations > 0;
  return (
    <div className={styles.columns}>
      <Stack gap="md">
        <Downloads product={product} />
      </Stack>
      <Stack gap="md">
        {hasHad ? null : <NoLicense product={product} />}
        <Licenses product={product} />
        <OfflineActivation product={product} />
      </Stack>
    </div>
  );
}

/** Only a trial, or nothing at all. */
function NoLicense({ product }: { readonly product: ProductVersion }) {
  const { product: texts } = useAccountTexts();
  const money = useMoney();
  const isClosed = useIsClosed();
  const offer = useOffer(product.id, { isEnabled: !isClosed });
  const hasTried = product.numberOfTrials > 0;
  return (
    <Paper component="section" className={classes.card}>
      <div>
        <SectionHeading>{hasTried ? texts.tried(product.name) : texts.notOwned(product.name)}</SectionHeading>
        <Text mt={4}>{hasTried ? texts.triedText(offer.trialDays) : texts.notOwnedText}</Text>
      </div>
      {offer.variationId === undefined ? null : (
        <Button
          renderRoot={(props) => (
            <Link
              to="/buy/$productId"
              params={{ productId: product.id }}
              search={{ variation: offer.variationId }}
              {...props}
            />
          )}
        >
          {texts.buy(money(offer.price, offer.currency))}
        </Button>
      )}
      {isClosed ? null : (
        <Button
          variant={offer.variationId === undefined ? 'filled' : 'subtle'}
          renderRoot={(props) => (
            <Link to="/shop/products/$productId" params={{ productId: product.id }} {...props} />
          )}
        >
          {texts.look}
        </Button>
      )}
    </Paper>
  );
}
