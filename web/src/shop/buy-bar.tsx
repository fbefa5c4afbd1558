import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import classes from './buy-bar.module.css';

interface BuyBarProps {
  /** The part of the page with the same price and button. */
  readonly of: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly children: ReactNode;
}

/** Price and button at the foot of a phone, once the reader has scrolled past those of the page. */
export function BuyBar({ of: origin, label, children }: BuyBarProps) {
  const isPast = useIsPast(origin);
  return isPast ? (
    <section className={classes.bar} aria-label={label}>
      {children}
    </section>
  ) : null;
}

function useIsPast(origin: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const { current } = origin;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setPast(!entry.isIntersecting && entry.boundingClientRect.bottom < 0);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [origin]);
  return isPast;
}
