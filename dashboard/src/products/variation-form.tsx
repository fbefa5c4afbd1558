import '@latchkey/ui/fields/fields.css';
import type { Refusal } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type PageForm, showErrors } from '@latchkey/ui/fields/page-form.ts';
import { DataForm } from '../form/data-form.tsx';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import type { Conflict } from '../form/use-revision.ts';
import { PricePreview } from '../price-rules/price-preview.tsx';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { MilestoneFields } from './milestone-fields.tsx';
import { useFreshItem, type Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import {
  areTiers,
  isUpgrade,
  newVariationDraft,
  saleDraft,
  type SaleValues,
  tiersIn,
  upgradeIn,
} from './sale-values.ts';
import { TermFields } from './term-fields.tsx';
import { TierFields } from './tier-fields.tsx';
import { UpgradeFields } from './upgrade-fields.tsx';
import {
  areMilestones,
  NO_TERMS,
  ONE_OFF,
  termsIn,
  type TermValues,
  wrongTerms,
} from './variation-values.ts';

interface VariationFormProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  /** Absent: it is a new one. */
  readonly variation?: Variation;
  readonly form: PageForm<TermValues>;
  readonly sales: SaleValues;
  readonly onSales: (sales: SaleValues) => void;
  /** Those in which the variation has prices. */
  readonly currencies: readonly string[];
  /** The names of the fields besides the name and the terms. */
  readonly fields: readonly string[];
  readonly text: string;
  readonly submitLabel: string;
  readonly send: (
    body: ReturnType<typeof termsIn> &
      Pick<Variation, 'pricingTiers' | 'upgrade'> & { readonly name: string; readonly isDefault?: true },
  ) => Promise<void>;
  readonly explain?: (failure: Refusal) => string | undefined;
  readonly conflict?: Conflict;
  readonly onClose: () => void;
  /** Fields of the one or the other. */
  readonly children: ReactNode;
}

/** The name and the terms of a variation. What is no number is found before anything is sent. */
export function VariationForm({
  kind,
  itemId,
  variation,
  form,
  sales,
  onSales,
  currencies,
  fields,
  text,
  send: sendVariation,
  onClose,
  children,
  ...rest
}: VariationFormProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const isRecurring = form.values.rhythm !== ONE_OFF;
  const hasOwnerPrices = kind === 'products' && !isRecurring;
  const send = async (values: TermValues) => {
    const wrong = wrongTerms(values);
    if (wrong.length > 0) {
      const messageOf = (field: string) => texts.terms.shapes[field] ?? texts.countShape;
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, messageOf(field)])));
      return;
    }
    const { milestones, tiers, upgrade } = sales;
    if (isRecurring && !areMilestones(milestones)) throw new ExplainedFailure(texts.terms.milestoneShape);
    if (!areTiers(tiers)) throw new ExplainedFailure(texts.tierTexts.shape);
    if (hasOwnerPrices && !isUpgrade(upgrade, currencies))
      throw new ExplainedFailure(texts.upgradeTexts.shape);
    await sendVariation({
      name: String(values['name']).trim(),
      ...termsIn(values, milestones),
      pricingTiers: tiersIn(tiers),
      upgrade: hasOwnerPrices ? upgradeIn(upgrade) : null,
      ...(values['isDefault'] === true && { isDefault: true }),
    });
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={['name', ...Object.keys(NO_TERMS), ...fields]}
      send={send}
      onCancel={onClose}
      {...rest}
    >
      <Text size="sm">{text}</Text>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      <TermFields form={form} />
      {isRecurring ? (
        <MilestoneFields
          milestones={sales.milestones}
          onChange={(milestones) => {
            onSales({ ...sales, milestones });
          }}
        />
      ) : null}
      {children}
      <TierFields
        tiers={sales.tiers}
        currencies={currencies}
        onChange={(tiers) => {
          onSales({ ...sales, tiers });
        }}
      />
      {hasOwnerPrices ? (
        <UpgradeFields
          itemId={itemId}
          upgrade={sales.upgrade}
          currencies={currencies}
          onChange={(upgrade) => {
            onSales({ ...sales, upgrade });
          }}
        />
      ) : null}
      <PricePreview
        kind={kind}
        itemId={itemId}
        {...(variation && { variations: [variation] })}
        sellsToOwners={hasOwnerPrices && sales.upgrade.kind !== ''}
        draft={{
          published: true,
          ...(variation === undefined
            ? { variation: newVariationDraft(form.values, sales, currencies) }
            : { variations: { [variation.id]: saleDraft(form.values, sales, currencies) } }),
        }}
      />
    </DataForm>
  );
}
