import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router';
import { createContext, Suspense, use, useEffect, useState } from 'react';
import { endArrival, InPieces } from '../page/in-pieces.tsx';
import { SiteEmbedding } from './site-embedding.tsx';

const route = getRouteApi('/site');

/** The entry of the browser's history with which this page load began. */
const Arrival = createContext<string | undefined>(undefined);

/** The layout of every page of shop and account. */
export function SiteLayout() {
  const { cart } = route.useSearch();
  const current = useEntry();
  const [arrival] = useState(current);
  useEffect(() => {
    if (current !== arrival) endArrival();
  }, [current, arrival]);
  return (
    <Arrival value={arrival}>
      <Suspense>
        <SiteEmbedding cart={cart}>
          <InPieces>
            <Outlet />
          </InPieces>
        </SiteEmbedding>
      </Suspense>
    </Arrival>
  );
}

/** Whether the reader came to this page from another one of the site, rather than by loading it. */
export function useIsNextPage(): boolean {
  const arrival = use(Arrival);
  const current = useEntry();
  return arrival !== undefined && arrival !== current;
}

function useEntry(): string | undefined {
  return useLocation({ select: ({ state }) => state.__TSR_key });
}
