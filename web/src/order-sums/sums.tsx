import { CrossIcon } from '../page/icons.tsx';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { Button, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useCouponTexts } from './coupon-texts.ts';
import classes from './sums.module.css';

interface SumsProps {
  /** These totals are about to change. */
  readonly isUpdating: boolean;
  /** `Sum` for each part, then `Due`. */
  readonly children: ReactNode;
}

/** The total of an order, and its parts. */
export function Sums({ isUpdating, children }: SumsProps) {
  return (
    <dl className={classes.sums} data-stale={isUpdating || undefined} aria-busy={isUpdating}>
      {children}
    </dl>
  );
}

interface SumProps {
  readonly label: string;
  /** Such as a button that removes it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Sum({ label, action, children }: SumProps) {
  return (
    <div className={classes.sum}>
      <dt>
        {label}
        {action}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Due({ label, children }: Omit<SumProps, 'action'>) {
  return (
    <div className={classes.due}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface RemoveButtonProps {
  readonly label: string;
  readonly isRemoving?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** Removes a coupon or an offer. */
export function RemoveButton({ label, isRemoving = false, isDisabled = false, onClick }: RemoveButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      ml={4}
      px={5}
      className={classes.remove}
      loading={isRemoving}
      disabled={isDisabled}
      aria-label={label}
      onClick={onClick}
    >
      <CrossIcon size={16} />
    </Button>
  );
}

interface UnusableCouponsProps {
  readonly coupons: readonly { readonly code: string; readonly message: string; readonly reason?: string }[];
  /** The button that removes a coupon. */
  readonly renderRemoval: (code: string) => ReactNode;
}

/** Coupons that currently reduce nothing, each with the reason. */
export function UnusableCoupons(props: UnusableCouponsProps) {
  if (props.coupons.length === 0) return null;
  return (
    <Suspense>
      <Reasons {...props} />
    </Suspense>
  );
}

function Reasons({ coupons, renderRemoval }: UnusableCouponsProps) {
  const { refused } = useCouponTexts();
  return coupons.map(({ code, message, reason }, index) => (
    <div key={code === '' ? index : code} className={classes.unusable}>
      <Text size="sm" className={classes.remark}>
        <WarningIcon size={18} />
        <span>{refused(message, reason, code)}</span>
      </Text>
      {code === '' ? null : renderRemoval(code)}
    </div>
  ));
}
