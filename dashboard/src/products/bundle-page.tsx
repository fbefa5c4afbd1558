import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { PricePreview } from '../price-rules/price-preview.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { BundleActions } from './bundle-actions.tsx';
import { BundleContent } from './bundle-content.tsx';
import { IconSection } from './icon-section.tsx';
import { ImagesSection } from './images-section.tsx';
import { MediaSection } from './media-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { bundleQuery } from './product-queries.ts';
import { ItemStatus } from './product-state.tsx';
import { useProductTexts } from './product-texts.ts';
import { TextsSection } from './texts-section.tsx';

const route = getRouteApi('/frame/bundles/$bundleId');

/** One bundle: its products, what it costs, and what its page says and shows. */
export function BundlePage() {
  const { bundleId } = route.useParams();
  const { bundles } = useTexts();
  const texts = useProductTexts();
  return (
    <Loaded query={useQuery(bundleQuery(bundleId))} title={bundles.label}>
      {(bundle) => (
        <Page
          title={bundle.name}
          aside={
            <>
              <ItemStatus item={bundle} />
              <BundleActions bundle={bundle} />
            </>
          }
        >
          <BundleContent bundle={bundle} />
          <PricesSection kind="bundles" item={bundle} />
          <PricePreview
            kind="bundles"
            itemId={bundle.id}
            variations={bundle.variations}
            draft={{ published: true }}
          />
          <TextsSection key={bundle.id} kind="bundles" item={bundle} />
          <IconSection kind="bundles" item={bundle} />
          <ImagesSection kind="bundles" item={bundle} />
          <MediaSection kind="bundles" item={bundle} />
          <Section title={texts.facts} aside={<AuditLink kind="bundle" id={bundle.id} />}>
            <Facts
              rows={[
                { name: texts.id, value: bundle.id },
                { name: texts.created, value: <Moment at={bundle.createdAt} /> },
              ]}
            />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}
