import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { isArrival } from '../page/in-pieces.tsx';

/** A window: what is below the first screen moves nothing on it when it comes. */
const PLACE = { minHeight: '100vh' };

/** The part of a page below its first screen, which follows on the first page of a visit once that is shown. */
export function BelowFold({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(!isArrival());
  useEffect(() => {
    startTransition(() => {
      setDue(true);
    });
  }, []);
  return isDue ? children : <div style={PLACE} />;
}
