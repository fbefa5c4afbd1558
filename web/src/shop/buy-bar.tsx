import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import classes from './buy-bar.module.css';

interface BuyBarProps {
  /** The part of the page with the same price and button. */
  readonly of: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Price and button at the foot of a phone, between those of the page and its footer: it never comes over a link or a
 * choice there that a finger is already on.
 */
export function BuyBar({ of: origin, label, children }: BuyBarProps) {
  const isDue = useIsDue(origin);
  return isDue ? (
    <section className={classes.bar} aria-label={label}>
      {children}
    </section>
  ) : null;
}

/** What is below the window counts as in sight: a jump from above to below a part is noticed, too. */
const BELOW_TOO = '0px 0px 1000000px 0px';

function useIsDue(origin: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const { current } = origin;
    if (current === null) return undefined;
    const above = new IntersectionObserver(
      ([entry]) => {
        if (entry !== undefined) setPast(!entry.isIntersecting && entry.boundingClientRect.bottom < 0);
      },
      { rootMargin: BELOW_TOO },
    );
    const end = new IntersectionObserver(([entry]) => {
      setAtEnd(entry?.isIntersecting === true);
    });
    above.observe(current);
    const footer = document.querySelector('footer');
    if (footer !== null) end.observe(footer);
    return () => {
      above.disconnect();
      end.disconnect();
    };
  }, [origin]);
  return isPast && !isAtEnd;
}
