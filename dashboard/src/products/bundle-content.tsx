import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { productChoicesQuery } from '../api/choices.ts';
import { mayDo, useSession } from '../session/session.ts';
import { BundleContentDialog } from './bundle-content-dialog.tsx';
import type { Revised } from '../api/revised.ts';
import type { Bundle } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

/** The products of a bundle, in the order of the shop. */
export function BundleContent({ bundle }: { readonly bundle: Revised<Bundle> }) {
  const texts = useProductTexts();
  const products = useQuery(productChoicesQuery).data ?? [];
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section
      title={texts.bundleProducts}
      aside={
        mayDo(useSession(), 'products:write') ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.changeBundleProducts}
            onClick={() => {
              setIsChanging(true);
            }}
          >
            {texts.change}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed">
        {texts.bundleProductsText}
      </Text>
      <ol>
        {bundle.productIds.map((productId) => (
          <li key={productId}>
            <Link to="/products/$productId" params={{ productId }} className={links.link ?? ''}>
              {products.find(({ id }) => id === productId)?.name ?? productId}
            </Link>
          </li>
        ))}
      </ol>
      {isChanging ? (
        <BundleContentDialog
          bundle={bundle}
          onClose={() => {
            setIsChanging(false);
          }}
        />
      ) : null}
    </Section>
  );
}
