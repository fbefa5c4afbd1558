import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './shop-page.module.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The shop before it is loaded: cards of the size of the real ones. */
export function ShopSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes.skeleton} data-loading>
      <VisuallyHidden component="output">{label}</VisuallyHidden>
      <div className={classes.grid} aria-hidden="true">
        {CARDS.map((card) => (
          <Skeleton key={card} height={208} radius="lg" />
        ))}
      </div>
    </div>
  );
}
