import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSumsTexts } from './sums-texts.ts';

const PLACEHOLDER = <Skeleton height={67} />;
// Few buyers have a coupon: the field loads for them.
const CouponForm = lazyPart(
  () => import('./coupon-form.tsx').then((module) => module.CouponForm),
  PLACEHOLDER,
);

interface CouponFieldProps {
  /** Adds the coupon with this code to the order. */
  readonly apply: (code: string) => Promise<unknown>;
  readonly isDisabled?: boolean;
}

/** A field for the code of a coupon, collapsed until somebody has one. */
export function CouponField({ apply, isDisabled = false }: CouponFieldProps) {
  const { coupon } = useSumsTexts();
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The field that had the focus no longer exists.
    if (applied !== '') opener.current?.focus();
  }, [applied]);
  return (
    <div>
      {isOpen ? (
        <Suspense fallback={PLACEHOLDER}>
          <CouponForm
            apply={apply}
            isDisabled={isDisabled}
            onApplied={(code) => {
              setApplied(code);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : (
        <Button
          ref={opener}
          variant="subtle"
          size="compact-md"
          ml={-11}
          disabled={isDisabled}
          onClick={() => {
            setApplied('');
            setOpen(true);
          }}
        >
          {coupon.open}
        </Button>
      )}
      <VisuallyHidden component="output">{applied === '' ? '' : coupon.applied(applied)}</VisuallyHidden>
    </div>
  );
}
