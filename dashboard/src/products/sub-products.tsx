import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { productChoicesQuery } from '../api/choices.ts';
import { mayDo, useSession } from '../session/session.ts';
import { NewProductDialog } from './new-product-dialog.tsx';
import type { Product } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { isSubProduct } from './product-values.ts';

/** The sub-products of a product, such as a sound library of a synthesizer; their ids begin with its own. */
export function SubProducts({ product }: { readonly product: Product }) {
  const texts = useProductTexts();
  const products = useQuery(productChoicesQuery).data ?? [];
  const [isAdding, setIsAdding] = useState(false);
  const mayChange = mayDo(useSession(), 'products:write');
  const parts = products.filter(({ id }) => id.startsWith(`${product.id}.`));
  if (isSubProduct(product.id) || (parts.length === 0 && !mayChange)) return null;
  return (
    <Section
      title={texts.subProducts}
      aside={
        mayChange ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setIsAdding(true);
            }}
          >
            {texts.addSubProduct}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed">
        {texts.subProductsText(product.id)}
      </Text>
      <ul>
        {parts.map(({ id, name, includedInLicense }) => (
          <li key={id}>
            <Link to="/products/$productId" params={{ productId: id }} className={links.link ?? ''}>
              {name}
            </Link>
            {includedInLicense ? ` – ${texts.included}` : null}
          </li>
        ))}
      </ul>
      {isAdding ? (
        <NewProductDialog
          parentId={product.id}
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
    </Section>
  );
}
