import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ItemChecks } from '../form/item-checks.tsx';
import { OrderList } from '../form/order-list.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { useProductTexts } from './product-texts.ts';
import { productIdsIn } from './product-values.ts';

interface BundleProductsProps {
  /** The ids of the products in their order, one a line. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which products a bundle has, and in which order the shop shows them. */
export function BundleProducts({ value, onChange }: BundleProductsProps) {
  const texts = useProductTexts();
  const products = useQuery(productChoicesQuery).data ?? [];
  const ids = productIdsIn(value);
  return (
    <>
      <ItemChecks
        label={texts.bundleProducts}
        items={products.map(({ id, name }) => ({ key: id, name }))}
        value={value}
        onChange={onChange}
      />
      {ids.length < 2 ? null : (
        <>
          <Text size="sm">{texts.orderText}</Text>
          <OrderList
            items={ids.map((id) => ({ id, name: products.find((each) => each.id === id)?.name ?? id }))}
            onOrder={(order) => {
              onChange(order.join('\n'));
            }}
          />
        </>
      )}
    </>
  );
}
