import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { Fieldset, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ItemChecks } from '../form/item-checks.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import classes from './field-rows.module.css';
import { productQuery } from './product-queries.ts';
import { PriceFields } from './price-fields.tsx';
import { useProductTexts } from './product-texts.ts';
import { UPGRADE_KINDS, type UpgradeValues } from './sale-values.ts';

interface UpgradeFieldsProps {
  readonly itemId: string;
  readonly upgrade: UpgradeValues;
  readonly currencies: readonly string[];
  readonly onChange: (upgrade: UpgradeValues) => void;
}

/** The sale of a variation to owners, at a price of their own. */
export function UpgradeFields({ itemId, upgrade, currencies, onChange }: UpgradeFieldsProps) {
  const { upgradeTexts: texts } = useProductTexts();
  const { kind, from, oldLicense, prices } = upgrade;
  const items = useSources(itemId, kind);
  return (
    <Fieldset legend={texts.title} className={classes.rows ?? ''}>
      <SelectField
        label={texts.kind}
        value={kind}
        options={[
          { value: '', label: texts.kinds.none },
          ...UPGRADE_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
        ]}
        onChange={({ currentTarget }) => {
          onChange({ ...upgrade, kind: currentTarget.value });
        }}
      />
      {kind === '' ? null : (
        <>
          {kind === 'Renewal' ? (
            <Text size="sm" c="dimmed">
              {texts.renewalText}
            </Text>
          ) : null}
          <ItemChecks
            label={texts.from}
            description={texts.fromText}
            items={items}
            value={from}
            onChange={(value) => {
              onChange({ ...upgrade, from: value });
            }}
          />
          <PriceFields
            currencies={currencies}
            label={texts.priceIn}
            inputOf={(currency) => ({
              value: prices[currency] ?? '',
              onChange: ({ currentTarget }) => {
                onChange({ ...upgrade, prices: { ...prices, [currency]: currentTarget.value } });
              },
            })}
          />
        </>
      )}
      {kind === 'Upgrade' ? (
        <SelectField
          label={texts.oldLicense}
          value={oldLicense}
          options={[
            { value: 'Replaced', label: texts.oldLicenses.Replaced },
            { value: 'Kept', label: texts.oldLicenses.Kept },
          ]}
          onChange={({ currentTarget }) => {
            onChange({ ...upgrade, oldLicense: currentTarget.value });
          }}
        />
      ) : null}
    </Fieldset>
  );
}

/** What the licenses can be of: this product and its variations; for an upgrade also the other products, the newest ones. */
function useSources(
  itemId: string,
  kind: string,
): readonly { readonly key: string; readonly name: string }[] {
  const { upgradeTexts: texts } = useProductTexts();
  const product = useQuery(productQuery(itemId)).data;
  const products = useQuery({ ...productChoicesQuery, enabled: kind === 'Upgrade' }).data ?? [];
  const others = kind === 'Upgrade' ? products.filter(({ id }) => id !== itemId) : [];
  const own = product === undefined ? [] : [product];
  return [
    ...own.flatMap(({ id, name, variations }) => [
      { key: id, name: texts.thisProduct(name) },
      ...variations.map((each) => ({ key: each.id, name: `${name}: ${each.name}` })),
    ]),
    ...others.map(({ id, name }) => ({ key: id, name })),
  ];
}
