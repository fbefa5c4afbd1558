import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ProductVersion } from '../api/inventory.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useAccountTexts } from './account-texts.ts';
import classes from './account.module.css';
import { ACCOUNT_KEY } from './customer.ts';
import { Loading } from './loading.tsx';
import { planOf } from '../offline/activation-plan.ts';
import { useLicenses } from './queries.ts';

const FilePanel = lazy(() =>
  import('../offline/file-panel.tsx').then((module) => ({ default: module.FilePanel })),
);

/** Activates a device without a connection, with its file; not where no license would allow it. */
export function OfflineActivation({ product }: { readonly product: ProductVersion }) {
  const { data: licenses = [] } = useLicenses(product.id);
  const plan = planOf(licenses);
  // With the form open, the last seat may just have been taken: the license file is there.
  const [wasOffered, setOffered] = useState(false);
  const isOffered = plan !== undefined && plan.free > 0;
  if (isOffered && !wasOffered) setOffered(true);
  return isOffered || wasOffered ? <FileActivation product={product} /> : null;
}

function FileActivation({ product }: { readonly product: ProductVersion }) {
  const { product: texts } = useAccountTexts();
  const { data: vendor } = useQuery(vendorQuery);
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  return (
    <Paper component="section" className={classes.card}>
      <details
        className={classes.fold}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
        }}
      >
        <summary>{texts.offlineTitle}</summary>
        <div className={classes.folded}>
          <Text>{texts.offlineText}</Text>
          {isOpen && vendor !== undefined ? (
            <Suspense fallback={<Loading heights={[160]} />}>
              <FilePanel
                vendor={vendor}
                takesFocus={false}
                productId={product.id}
                onActivated={() => void queryClient.invalidateQueries({ queryKey: [ACCOUNT_KEY] })}
              />
            </Suspense>
          ) : null}
          <Anchor size="sm" renderRoot={(props) => <Link to="/activate" {...props} />}>
            {texts.offlinePage}
          </Anchor>
        </div>
      </details>
    </Paper>
  );
}
