import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './archived-variations.module.css';
import { archivedVariationsQuery, type ItemProps, type Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { VariationStepDialog } from './variation-step-dialog.tsx';

/** The ways to buy an item that were put away, with a button that brings each back; nothing without any. */
export function ArchivedVariations({ kind, item, mayChange }: ItemProps & { readonly mayChange: boolean }) {
  const texts = useProductTexts();
  const variations = useQuery(archivedVariationsQuery(kind, item.id)).data ?? [];
  const [variation, setVariation] = useState<Variation>();
  if (variations.length === 0) return null;
  return (
    <details className={classes.archived}>
      <summary>{texts.archivedVariations(variations.length)}</summary>
      <ul className={classes.list}>
        {variations.map((each) => (
          <li key={each.id} className={classes.row}>
            <Text size="sm">{each.name}</Text>
            {mayChange ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.restoreVariation(each.name)}
                onClick={() => {
                  setVariation(each);
                }}
              >
                {texts.restore}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {variation === undefined ? null : (
        <VariationStepDialog
          kind={kind}
          itemId={item.id}
          variation={variation}
          step="restore"
          onClose={() => {
            setVariation(undefined);
          }}
        />
      )}
    </details>
  );
}
