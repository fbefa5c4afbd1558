import { useQuery } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { PricePreview } from './price-preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import { NO_RULE, ruleFieldNames, ruleIn, type RuleValues } from './rule-values.ts';

/** Adds a discount, and shows meanwhile what it would do to a price. */
export function DiscountDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const form = usePageForm<RuleValues>(NO_RULE);
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const draft = ruleIn(form.values, currencies);
  const send = async (values: RuleValues) => {
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const body = ruleIn(values, currencies);
    await answer(api.POST('/api/discounts', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.addDiscount} onClose={onClose}>
      <DataForm
        form={form}
        fields={ruleFieldNames(currencies)}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <RuleFields form={form} currencies={currencies} />
        <PricePreview
          suggestedId={form.values.productId}
          draft={{
            discount: { ...draft, id: 'draft', name: draft.name || texts.thisDiscount },
            published: true,
          }}
          day={form.values.startsAt}
        />
      </DataForm>
    </Dialog>
  );
}
