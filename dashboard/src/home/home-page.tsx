import { EmptyState } from '../parts/empty-state.tsx';
import { areasOf } from '../frame/areas.ts';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { Checklist } from './checklist.tsx';
import { useHomeTexts } from './home-texts.ts';
import { MattersSection } from './matters-section.tsx';
import { HomeSales } from './sales-section.tsx';

/** Where the day begins: what was sold, what needs somebody, and what a new shop still lacks. */
export function HomePage() {
  const texts = useHomeTexts();
  const session = useSession();
  // The start page is everybody's: a role without another one has nothing to see here.
  if (areasOf(session).length <= 1) return <EmptyState title={texts.none} text={texts.noneText} />;
  return (
    <Page title={texts.welcome(session.operator.name)}>
      {mayDo(session, 'orders:read') ? <HomeSales /> : null}
      <MattersSection />
      {mayDo(session, 'settings:write') ? <Checklist /> : null}
    </Page>
  );
}
