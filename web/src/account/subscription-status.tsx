import { useState } from 'react';
import type { Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { statusOf, TONES } from './subscription-state.ts';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

/** The status of a subscription, as a badge. */
export function SubscriptionStatus({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionsTexts();
  const [now] = useState(() => Date.now());
  const status = statusOf(subscription, now);
  return (
    <span className={classes.tag} data-tone={TONES[status]}>
      {texts.status[status]}
    </span>
  );
}
