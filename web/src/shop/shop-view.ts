import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type ItemSearch, WHOLE_SHOP } from './shop-items.ts';

/** How often the visitor has asked for more cards, in each section. */
export interface MoreCards {
  readonly products: number;
  readonly bundles: number;
}

/** What a visitor of the shop has on the page. */
export interface ShopView {
  readonly search: ItemSearch;
  readonly more: MoreCards;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly shop?: ShopView;
  }
}

const FIRST_CARDS: MoreCards = { products: 0, bundles: 0 };

/**
 * The view of the shop, which begins anew with each search. The browser's history has it: a reload and the way back
 * show the same cards.
 */
export function useShopView() {
  const before = useLocation({ select: ({ state }) => state.shop });
  const [view, setView] = useState<ShopView>(before ?? { search: WHOLE_SHOP, more: FIRST_CARDS });
  useEffect(() => {
    keep(view);
  }, [view]);
  return {
    ...view,
    setSearch: (search: ItemSearch) => {
      setView({ search, more: FIRST_CARDS });
    },
    setMore: (more: MoreCards) => {
      setView({ ...view, more });
    },
  };
}

/** Without the router, which would take a change of the entry for a new page. */
function keep(view: ShopView): void {
  try {
    History.prototype.replaceState.call(history, { ...history.state, shop: view }, '');
  } catch {
    // Browsers refuse many changes within seconds: the next one is kept.
  }
}

/** A phone shows fewer cards at once. */
const NARROW = '(width < 60rem)';
const [FEW, MANY] = [12, 24];

/** With fewer than this left, a button would take about as much room as their cards. */
const LEAST_REST = 4;

/** How many of the cards of a section are on the page, after some requests for more. */
export function countShown(total: number, requests: number, isNarrow = matchMedia(NARROW).matches): number {
  const visible = (isNarrow ? FEW : MANY) * (requests + 1);
  return total - visible < LEAST_REST ? total : visible;
}
