import { type ReactNode, useDeferredValue } from 'react';

const [entry] = performance.getEntriesByType('navigation');

/**
 * Whether the page is the one with which a visit began, from its top. A reload and the way back restore a place of the
 * page, and a fragment names one: there it has to be whole at once.
 */
let isFirst =
  location.hash === '' && entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';

export const isArrival = (): boolean => isFirst;

/** From now on, pages appear whole: the reader has gone to another one. */
export function endArrival(): void {
  isFirst = false;
}

interface InPiecesProps {
  /** Shown meanwhile, if nothing else is. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The first page of a visit, rendered in short pieces: between them the browser does its own work, so that a slow phone
 * scrolls and takes taps.
 */
export function InPieces({ placeholder = null, children }: InPiecesProps) {
  return useDeferredValue(true, !isFirst) ? children : placeholder;
}
