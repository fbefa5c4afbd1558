import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { PricesDialog } from './prices-dialog.tsx';
import classes from './prices-section.module.css';
import type { ItemProps, Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { currenciesOf } from './product-values.ts';
import { VariationDialog } from './variation-dialog.tsx';

/** Every way to buy an item with its price in each currency. A currency is changed as a whole. */
export function PricesSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const session = useSession();
  const settings = useQuery({ ...settingsQuery, enabled: mayDo(session, 'settings:read') }).data;
  const [task, setTask] = useState<string>();
  const { variations, id } = item;
  const currencies = currenciesOf(settings?.currencies ?? [], variations);
  const mayChange = mayDo(session, 'products:write') && settings !== undefined;
  const close = () => {
    setTask(undefined);
  };
  const buttonFor = (name: string, label: string, description: string) => (
    <Button
      key={name}
      variant="default"
      size="compact-sm"
      aria-label={description}
      onClick={() => {
        setTask(name);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Section
      title={texts.prices}
      aside={mayChange ? buttonFor(NEW, texts.addVariation, texts.addVariation) : null}
    >
      {variations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noVariations}
        </Text>
      ) : (
        <PriceTable variations={variations} currencies={currencies}>
          {mayChange
            ? (currency) => buttonFor(currency, texts.change, texts.changePrices(currency))
            : undefined}
        </PriceTable>
      )}
      {task === undefined ? null : task === NEW ? (
        <VariationDialog kind={kind} itemId={id} currencies={settings?.currencies ?? []} onClose={close} />
      ) : (
        <PricesDialog kind={kind} item={item} currency={task} onClose={close} />
      )}
    </Section>
  );
}

/** No currency. */
const NEW = 'new';

interface PriceTableProps {
  readonly variations: readonly Variation[];
  readonly currencies: readonly string[];
  /** What can be done with a currency. */
  readonly children: ((currency: string) => ReactNode) | undefined;
}

function PriceTable({ variations, currencies, children }: PriceTableProps) {
  const texts = useProductTexts();
  const money = useMoney();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <div className={classes.surface} tabIndex={0}>
      <table className={classes.table} aria-label={texts.prices}>
        <thead>
          <tr>
            <th scope="col">{texts.variation}</th>
            <th scope="col">{texts.rhythm}</th>
            {currencies.map((currency) => (
              <th key={currency} scope="col" data-number>
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variations.map(({ id, name, recurrence, prices, isDefault }) => (
            <tr key={id}>
              <th scope="row">{isDefault && variations.length > 1 ? texts.default(name) : name}</th>
              <td>{recurrence.type === 'OneOff' ? texts.oneOff : texts.cycles[recurrence.cycleLength]}</td>
              {currencies.map((currency) => (
                <td key={currency} data-number>
                  {prices[currency] === undefined ? '–' : money(prices[currency], currency)}
                </td>
              ))}
            </tr>
          ))}
          {children === undefined ? null : (
            <tr>
              <th scope="row" colSpan={2}>
                <VisuallyHidden>{texts.change}</VisuallyHidden>
              </th>
              {currencies.map((currency) => (
                <td key={currency} data-number>
                  {children(currency)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
