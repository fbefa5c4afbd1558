import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { ArchivedVariations } from './archived-variations.tsx';
import { PriceTable } from './price-table.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import classes from './prices-section.module.css';
import type { ItemProps, Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { currenciesOf } from './product-values.ts';
import { NewVariationDialog, VariationDialog } from './variation-dialog.tsx';
import { VariationStepDialog } from './variation-step-dialog.tsx';

type Task =
  | { readonly name: 'add' }
  | { readonly name: 'prices'; readonly currency: string }
  | { readonly name: 'change' | 'archive'; readonly variation: Variation };

/** Every way to buy an item with its price in each currency. A currency is changed as a whole. */
export function PricesSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const session = useSession();
  const settings = useQuery({ ...settingsQuery, enabled: mayDo(session, 'settings:read') }).data;
  const [task, setTask] = useState<Task>();
  const { variations } = item;
  const currencies = currenciesOf(settings?.currencies ?? [], variations);
  const mayChange = mayDo(session, 'products:write') && settings !== undefined;
  const buttonFor = (next: Task, label: string, description: string) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={description}
      onClick={() => {
        setTask(next);
      }}
    >
      {label}
    </Button>
  );
  const actionsOn = (variation: Variation) => (
    <div className={classes.actions}>
      {buttonFor({ name: 'change', variation }, texts.change, texts.changeVariation(variation.name))}
      {buttonFor({ name: 'archive', variation }, texts.archive, texts.archiveVariation(variation.name))}
    </div>
  );
  return (
    <Section
      title={texts.prices}
      aside={mayChange ? buttonFor({ name: 'add' }, texts.addVariation, texts.addVariation) : null}
    >
      {variations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noVariations}
        </Text>
      ) : (
        <PriceTable
          variations={variations}
          currencies={currencies}
          currencyAction={
            mayChange
              ? (currency) =>
                  buttonFor(
                    { name: 'prices', currency },
                    texts.changePrices(currency),
                    texts.changePrices(currency),
                  )
              : undefined
          }
          rowActions={mayChange ? actionsOn : undefined}
        />
      )}
      <ArchivedVariations kind={kind} item={item} mayChange={mayChange} />
      {task === undefined
        ? null
        : dialogFor(task, { kind, item, currencies: settings?.currencies ?? [] }, () => {
            setTask(undefined);
          })}
    </Section>
  );
}

function dialogFor(
  task: Task,
  { kind, item, currencies }: ItemProps & { readonly currencies: readonly string[] },
  onClose: () => void,
): ReactNode {
  switch (task.name) {
    case 'prices':
      return <PricesDialog kind={kind} item={item} currency={task.currency} onClose={onClose} />;
    case 'archive':
      return (
        <VariationStepDialog
          kind={kind}
          itemId={item.id}
          variation={task.variation}
          step="archive"
          onClose={onClose}
        />
      );
    case 'add':
      return <NewVariationDialog kind={kind} itemId={item.id} currencies={currencies} onClose={onClose} />;
    case 'change':
      return <VariationDialog kind={kind} itemId={item.id} variation={task.variation} onClose={onClose} />;
  }
}
