import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './cart-page.module.css';

const MOST_LINES = 5;

interface CartSkeletonProps {
  readonly label: string;
  /** As many as the cart has. */
  readonly lines: number;
}

/** The cart before it is loaded. */
export function CartSkeleton({ label, lines }: CartSkeletonProps) {
  return (
    <div className={classes.columns} data-loading>
      <VisuallyHidden component="output">{label}</VisuallyHidden>
      <div aria-hidden="true">
        {Array.from({ length: Math.min(MOST_LINES, Math.max(1, lines)) }, (_, index) => (
          <Skeleton key={index} height={112} mb="md" radius="lg" />
        ))}
      </div>
      <Skeleton height={280} radius="lg" aria-hidden="true" />
    </div>
  );
}
