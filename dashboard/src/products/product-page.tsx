import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { PricePreview } from '../price-rules/price-preview.tsx';
import { IconSection } from './icon-section.tsx';
import { ImagesSection } from './images-section.tsx';
import { MediaSection } from './media-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { ProductActions } from './product-actions.tsx';
import { type Product, productQuery } from './product-queries.ts';
import { ItemStatus } from './product-state.tsx';
import { useProductTexts } from './product-texts.ts';
import { SubProducts } from './sub-products.tsx';
import { TextsSection } from './texts-section.tsx';

const route = getRouteApi('/frame/products/$productId');

/** One product: what it costs, what its page says and shows, and what its licenses allow. */
export function ProductPage() {
  const { productId } = route.useParams();
  const { products } = useTexts();
  const texts = useProductTexts();
  return (
    <Loaded query={useQuery(productQuery(productId))} title={products.label}>
      {(product) => (
        <Page
          title={product.name}
          aside={
            <>
              <ItemStatus item={product} />
              <ProductActions product={product} />
            </>
          }
        >
          <PricesSection kind="products" item={product} />
          <PricePreview itemId={product.id} variations={product.variations} draft={{ published: true }} />
          <TextsSection key={product.id} kind="products" item={product} />
          <IconSection kind="products" item={product} />
          <ImagesSection kind="products" item={product} />
          <MediaSection kind="products" item={product} />
          <SubProducts product={product} />
          <Section title={texts.facts} aside={<AuditLink kind="product" id={product.id} />}>
            <ProductFacts product={product} />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}

function ProductFacts({ product }: { readonly product: Product }) {
  const { customers } = useTexts();
  const texts = useProductTexts();
  const yesOrNo = (is: boolean) => (is ? customers.yes : customers.no);
  return (
    <Facts
      rows={[
        { name: texts.id, value: product.id },
        { name: texts.version, value: product.currentReleaseVersion },
        { name: texts.seats, value: product.maxNumberOfActivations },
        { name: texts.offline, value: yesOrNo(product.offlineActivationsAllowed) },
        { name: texts.trials, value: product.trialsAllowed ? texts.days(product.trialDays) : customers.no },
        { name: texts.downloads, value: texts.downloadAccess[product.downloadAccess] },
        { name: texts.trialRequiresAccount, value: yesOrNo(product.trialRequiresAccount) },
        { name: texts.graceDays, value: product.upgradeGraceDays || undefined },
        { name: texts.includedInLicense, value: product.includedInLicense ? customers.yes : undefined },
        { name: texts.taxCode, value: product.taxCode },
        { name: texts.created, value: <Moment at={product.createdAt} /> },
      ]}
    />
  );
}
