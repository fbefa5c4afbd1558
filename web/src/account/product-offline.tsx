import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductVersion } from '../api/inventory.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { FilePanel } from '../offline/file-panel.tsx';
import { useAccountTexts } from '../texts/account-texts.ts';
import classes from './account.module.css';
import { ACCOUNT_KEY } from './customer.ts';

/** Activates a device that has no connection, by its file. */
export function OfflineActivation({ product }: { readonly product: ProductVersion }) {
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
            <FilePanel
              vendor={vendor}
              takesFocus={false}
              productId={product.id}
              onActivated={() => void queryClient.invalidateQueries({ queryKey: [ACCOUNT_KEY] })}
            />
          ) : null}
          <Anchor size="sm" renderRoot={(props) => <Link to="/activate" {...props} />}>
            {texts.offlinePage}
          </Anchor>
        </div>
      </details>
    </Paper>
  );
}
