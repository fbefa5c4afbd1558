import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react';
import classes from './in-pieces.module.css';

/**
 * Whether the page is the one with which a visit began, from its top. A reload and the way back restore a place of the
 * page, and a fragment names one: there it has to be whole at once.
 */
let isArrival = location.hash === '' && navigationType() === 'navigate';

function navigationType(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry.type : undefined;
}

/** From now on, pages appear whole: the reader has gone to another one. */
export function endArrival(): void {
  isArrival = false;
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
  return useDeferredValue(true, !isArrival) ? children : placeholder;
}

/** The part of a page below its first screen, which follows once that is shown; its place is kept. */
export function BelowFold({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(!isArrival);
  useEffect(() => {
    startTransition(() => {
      setDue(true);
    });
  }, []);
  return isDue ? children : <div className={classes.rest} />;
}
