import { Button, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import classes from '../account/account.module.css';
import { DownloadButton } from '../account/download-button.tsx';
import { filesFor, ownSystem } from '../api/files-for-system.ts';
import { fetchOwnedProducts, type OwnedProduct } from '../api/inventory.ts';
import type { Voucher } from '../api/vouchers.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../identity/use-session.ts';
import { useAccountTexts } from '../account/account-texts.ts';
import { useRedeemTexts } from './redeem-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import styles from './redeem.module.css';

interface RedeemedVoucherProps {
  readonly voucher: Voucher;
  /** The customer redeemed it before this visit. */
  readonly wasBefore: boolean;
  readonly onAnother: () => void;
}

/** The customer owns the licenses of the code: how to get the products, and how to activate them. */
export function RedeemedVoucher({ voucher, wasBefore, onAnother }: RedeemedVoucherProps) {
  const texts = useRedeemTexts();
  const { locale } = use(LanguageOfPage);
  const items = [...voucher.redeemsProducts, ...voucher.redeemsBundles].map(({ value }) => value);
  const names = new Intl.ListFormat(locale).format(items.map(({ name }) => name));
  const products = useRedeemedProducts(voucher);
  return (
    <Stack gap="md">
      <Paper className={classes.empty} style={{ borderStyle: 'solid' }}>
        <span className={`${classes.mark} ${classes.good}`}>
          <CheckIcon size={28} />
        </span>
        <div>
          <PageHeading takesFocus>{wasBefore ? texts.already : texts.done}</PageHeading>
          <Text>{items.length === 1 ? texts.doneText(names) : texts.doneTextMany(names)}</Text>
        </div>
      </Paper>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
      <Button variant="subtle" onClick={onAnother}>
        {texts.another}
      </Button>
    </Stack>
  );
}

/** The products of the code, in their current state in the customer's inventory. */
function useRedeemedProducts({ redeemsProducts, redeemsBundles }: Voucher): readonly OwnedProduct[] {
  const customerId = useSession().signedIn?.id;
  const ids = new Set([
    ...redeemsProducts.map(({ value }) => value.id),
    ...redeemsBundles.flatMap(({ value }) => value.products.map(({ id }) => id)),
  ]);
  const { data = [] } = useQuery({
    queryKey: ['account', customerId ?? 'nobody', 'products'],
    queryFn: ({ signal }) => fetchOwnedProducts(signal),
    enabled: customerId !== undefined,
  });
  return data.filter(({ id }) => ids.has(id));
}

function ProductCard({ product }: { readonly product: OwnedProduct }) {
  const { product: texts, products: others } = useAccountTexts();
  const {
    id,
    name,
    iconUrl,
    pictureUrl,
    tagline,
    currentVersion,
    downloadsAllowed,
    downloads = [],
  } = product;
  const [file] = filesFor(downloads, ownSystem()).here;
  return (
    <Paper component="section" className={classes.card}>
      <div className={styles.item}>
        <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={72} />
        <div>
          <Text component="h2" fw={600} lh="sm">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {tagline}
          </Text>
        </div>
      </div>
      {downloadsAllowed && downloads.length === 0 ? <Text size="sm">{others.noDownload}</Text> : null}
      {file === undefined || currentVersion === null ? null : (
        <DownloadButton
          file={{ productId: id, version: currentVersion, key: file.key }}
          download={file}
          productName={name}
          variant="filled"
          size="md"
        />
      )}
      {/* Without a file there is nothing to install yet. */}
      {downloads.length === 0 ? null : <Text size="sm">{texts.activateText(name)}</Text>}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/account/products/$productId" params={{ productId: id }} {...props} />
        )}
        aria-label={others.open(name)}
      >
        {others.manage}
      </Button>
    </Paper>
  );
}
