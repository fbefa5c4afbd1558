import { Text } from '@mantine/core';
import { use } from 'react';
import type { Voucher } from '../api/vouchers.ts';
import { useRedeemTexts } from './redeem-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import classes from './redeem.module.css';

/** The products and bundles of a code. */
export function VoucherContents({ voucher }: { readonly voucher: Voucher }) {
  const texts = useRedeemTexts();
  const { locale } = use(LanguageOfPage);
  const { name, description, redeemsProducts, redeemsBundles } = voucher;
  const list = new Intl.ListFormat(locale);
  return (
    <>
      <div>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        {description === '' ? null : (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <ul className={classes.contents}>
        {redeemsProducts.map(({ quantity, value }) => (
          <Item
            key={value.id}
            item={value}
            title={texts.times(quantity, value.name)}
            text={value.owned && !voucher.redeemed ? texts.owned : value.tagline}
          />
        ))}
        {redeemsBundles.map(({ quantity, value }) => (
          <Item
            key={value.id}
            item={value}
            title={texts.times(quantity, value.name)}
            text={texts.contains(list.format(value.products.map((product) => product.name)))}
          />
        ))}
      </ul>
    </>
  );
}

interface ItemProps {
  readonly item: Pick<Voucher['redeemsProducts'][number]['value'], 'name' | 'iconUrl' | 'image'>;
  readonly title: string;
  readonly text: string;
}

function Item({ item, title, text }: ItemProps) {
  return (
    <li className={classes.item}>
      <Thumbnail
        name={item.name}
        iconUrl={item.iconUrl}
        pictureUrl={item.image?.smaller[0]?.webp}
        width={72}
      />
      <div>
        <Text fw={600} lh="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </li>
  );
}
