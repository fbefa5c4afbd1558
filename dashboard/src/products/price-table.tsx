import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './prices-section.module.css';
import type { Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { useTermTexts } from './use-term-texts.ts';

interface PriceTableProps {
  readonly variations: readonly Variation[];
  readonly currencies: readonly string[];
  /** What can be done with a currency. */
  readonly currencyAction: ((currency: string) => ReactNode) | undefined;
  /** What can be done with a variation. */
  readonly rowActions: ((variation: Variation) => ReactNode) | undefined;
}

/** Variations with their terms and their prices, a column for each currency. */
export function PriceTable({ variations, currencies, currencyAction, rowActions }: PriceTableProps) {
  const texts = useProductTexts();
  const { list } = useTexts();
  const termTexts = useTermTexts();
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
            {rowActions === undefined ? null : (
              <th scope="col">
                <VisuallyHidden>{list.actions}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {variations.map((variation) => {
            const { id, name, recurrence, prices, isDefault } = variation;
            const terms = termTexts(variation);
            return (
              <tr key={id}>
                <th scope="row">
                  {isDefault && variations.length > 1 ? texts.default(name) : name}
                  {terms.length === 0 ? null : (
                    <Text size="xs" c="dimmed" fw={400} className={classes.terms ?? ''}>
                      {terms.join(' · ')}
                    </Text>
                  )}
                </th>
                <td data-label={texts.rhythm}>
                  {recurrence.type === 'OneOff' ? texts.oneOff : texts.cycles[recurrence.cycleLength]}
                </td>
                {currencies.map((currency) => (
                  <td key={currency} data-number data-label={currency}>
                    {prices[currency] === undefined ? '–' : money(prices[currency], currency)}
                  </td>
                ))}
                {rowActions === undefined ? null : <td data-number>{rowActions(variation)}</td>}
              </tr>
            );
          })}
          {currencyAction === undefined ? null : (
            <tr>
              <th scope="row" colSpan={2}>
                <VisuallyHidden>{texts.change}</VisuallyHidden>
              </th>
              {currencies.map((currency) => (
                <td key={currency} data-number data-label={currency}>
                  {currencyAction(currency)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
