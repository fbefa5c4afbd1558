import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { fetchOwnedProducts, type OwnedProduct } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { AccountPage, Empty, PageLead } from './account-page.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useAccountQuery } from './customer.ts';
import { DownloadButton } from './download-button.tsx';
import { filesFor, ownSystem } from '../api/files-for-system.ts';
import { ProductsIcon } from './icons.tsx';
import { Loading } from './loading.tsx';
import classes from './products-page.module.css';
import { ProductTags } from './product-tags.tsx';
import { ShopButton, useIsClosed } from '../site/shop-button.tsx';
import { ProofNotice, useAwaitedProof } from '../identity/proof-notice.tsx';

const ListSearch = lazy(() => import('./list-search.tsx').then((module) => ({ default: module.ListSearch })));

/** With fewer products, a search takes more attention than the list. */
const SEARCHED_FROM = 7;
/** In pixels. */
const SEARCH_HEIGHT = 42;

/** `/account`: the customer's products. */
export function ProductsPage() {
  const { products } = useAccountTexts();
  return (
    <AccountPage title={products.title} purpose="use">
      <Products />
    </AccountPage>
  );
}

function Products() {
  const { products: texts } = useAccountTexts();
  const { data, error, refetch } = useAccountQuery(['products'], fetchOwnedProducts);
  return (
    <Stack gap="md">
      <PageLead title={texts.title} />
      <ProofOfAddress />
      {data === undefined && error === null ? <Loading heights={[104, 104, 104]} /> : null}
      {data === undefined && error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : <ProductList products={data} />}
    </Stack>
  );
}

function ProductList({ products }: { readonly products: readonly OwnedProduct[] }) {
  const { products: texts } = useAccountTexts();
  const [search, setSearch] = useState('');
  if (products.length === 0) return <NoProducts />;
  const wish = search.trim().toLocaleLowerCase();
  const matches = products.filter(({ name, tagline }) =>
    `${name} ${tagline}`.toLocaleLowerCase().includes(wish),
  );
  return (
    <>
      {products.length < SEARCHED_FROM ? null : (
        <Suspense fallback={<Loading heights={[SEARCH_HEIGHT]} />}>
          <ListSearch
            label={texts.search}
            text={search}
            matches={texts.matches(matches.length)}
            onChange={setSearch}
          />
        </Suspense>
      )}
      {matches.length === 0 ? <Text>{texts.noMatch(search.trim())}</Text> : null}
      <ul className={classes.products}>
        {downloadsFirst(matches).map((product) => (
          <ProductRow key={product.id} product={product} isOnly={products.length === 1} />
        ))}
      </ul>
    </>
  );
}

/** Most customers come for a download. */
function downloadsFirst(products: readonly OwnedProduct[]): OwnedProduct[] {
  const rank = ({ downloads = [], downloadsAllowed }: OwnedProduct) =>
    downloadsAllowed && downloads.length > 0 ? 0 : 1;
  return products.toSorted((a, b) => rank(a) - rank(b));
}

interface ProductRowProps {
  readonly product: OwnedProduct;
  readonly isOnly: boolean;
}

function ProductRow({ product, isOnly }: ProductRowProps) {
  const { products: texts } = useAccountTexts();
  const { id, name, iconUrl, pictureUrl, currentVersion, downloadsAllowed, downloads = [] } = product;
  const { here } = filesFor(downloads, ownSystem());
  const [file] = here;
  return (
    <Paper component="li" className={classes.product}>
      <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={96} />
      <div className={classes.what}>
        <Text component="h2" fw={600} lh="sm">
          <Anchor
            inherit
            c="inherit"
            underline="hover"
            renderRoot={(props) => (
              <Link to="/account/products/$productId" params={{ productId: id }} {...props} />
            )}
          >
            {name}
          </Anchor>
        </Text>
        <ProductTags product={product} />
        {downloadsAllowed && downloads.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.noDownload}
          </Text>
        ) : null}
      </div>
      <div className={classes.actions}>
        {file === undefined || currentVersion === null ? null : (
          <DownloadButton
            file={{ productId: id, version: currentVersion, key: file.key }}
            download={file}
            productName={name}
            variant={isOnly ? 'filled' : 'light'}
          />
        )}
        <Button
          variant="subtle"
          renderRoot={(props) => (
            <Link to="/account/products/$productId" params={{ productId: id }} {...props} />
          )}
          aria-label={texts.open(name)}
        >
          {texts.manage}
        </Button>
      </div>
    </Paper>
  );
}

function NoProducts() {
  const { products: texts, common } = useAccountTexts();
  const isWaiting = useAwaitedProof() !== undefined;
  const isClosed = useIsClosed();
  // What was bought is there once the address is confirmed: it is not true that there is nothing.
  if (isWaiting) return null;
  return (
    <Empty icon={<ProductsIcon size={28} />} title={texts.empty} text={texts.emptyText}>
      {isClosed ? null : (
        <Stack gap="xs">
          <ShopButton>{common.toShop}</ShopButton>
          <Button variant="subtle" renderRoot={(props) => <Link to="/redeem" {...props} />}>
            {common.redeem}
          </Button>
        </Stack>
      )}
    </Empty>
  );
}

/** While purchases wait for the proof of the customer's address: lists them, and says how to prove it. */
export function ProofOfAddress() {
  const proof = useAwaitedProof();
  return proof === undefined ? null : <ProofNotice proof={proof} isFirst />;
}
