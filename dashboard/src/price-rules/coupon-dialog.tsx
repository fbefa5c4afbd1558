import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { CouponFields } from './coupon-fields.tsx';
import { COUPON_FIELDS, limitsIn, NO_COUPON, wrongCounts } from './coupon-values.ts';
import { PricePreview } from './price-preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import { dayAhead, ruleFieldNames, ruleIn, type RuleValues } from './rule-values.ts';

/** Adds a coupon, shows meanwhile what it would do to a price, and leads to its page: nobody can use it without a code. */
export function CouponDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const navigate = useNavigate();
  const form = usePageForm<RuleValues>(NO_COUPON);
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const couponIn = (values: RuleValues) => ({ ...ruleIn(values, currencies), ...limitsIn(values) });
  const draft = couponIn(form.values);
  const send = async (values: RuleValues) => {
    const wrong = wrongCounts(values);
    if (wrong.length > 0) {
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, texts.countShape])));
      return;
    }
    const body = couponIn(values);
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/coupons', { params, body }));
    void refresh();
    await navigate({ to: '/coupons/$couponId', params: { couponId: id } });
  };
  return (
    <Dialog title={texts.addCoupon} onClose={onClose}>
      <DataForm
        form={form}
        fields={[...ruleFieldNames(currencies), ...COUPON_FIELDS]}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <RuleFields form={form} currencies={currencies} />
        <CouponFields form={form} />
        <PricePreview
          suggestedId={form.values.productId}
          draft={{ coupon: { ...draft, name: draft.name || texts.thisCoupon }, published: true }}
          day={dayAhead(form.values.startsAt)}
        />
      </DataForm>
    </Dialog>
  );
}
