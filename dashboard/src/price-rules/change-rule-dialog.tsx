import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { CouponFields } from './coupon-fields.tsx';
import { couponChangesIn, couponValuesOf, COUPON_FIELDS, draftCoupon, wrongCounts } from './coupon-values.ts';
import { PricePreview } from './price-preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { type Coupon, type Discount, discountQuery, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import {
  dayAhead,
  draftDiscount,
  productIn,
  ruleChangesIn,
  ruleFieldNames,
  type RuleValues,
  ruleValuesOf,
} from './rule-values.ts';

interface ChangeDiscountDialogProps {
  readonly discount: Discount;
  readonly onClose: () => void;
}

/** Changes a discount, as it is now. */
export function ChangeDiscountDialog({ discount, onClose }: ChangeDiscountDialogProps) {
  const texts = useRuleTexts();
  const query = useQuery(discountQuery(discount.id));
  return (
    <Dialog title={texts.changeOf(discount.name)} onClose={onClose}>
      {query.data !== undefined ? (
        <DiscountForm discount={query.data} onClose={onClose} />
      ) : query.error === null ? (
        <Skeleton height={240} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface DiscountFormProps {
  readonly discount: Revised<Discount>;
  readonly onClose: () => void;
}

function DiscountForm({ discount, onClose }: DiscountFormProps) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const form = usePageForm<RuleValues>(ruleValuesOf(discount));
  const params = { path: { id: discount.id } };
  const { base, save, conflict } = useRevision({
    thing: discount,
    load: () => revised(api.GET('/api/discounts/{id}', { params })),
    fieldsOf: (thing) => [ruleValuesOf(thing), thing.targets],
    show: (next) => {
      form.setValues(ruleValuesOf(next));
    },
    change: { type: 'price-rule.changed', subject: `discount/${discount.id}` },
  });
  const send = async (values: RuleValues) => {
    const body = ruleChangesIn(values, currencies, base);
    await save((header) =>
      revised(api.PATCH('/api/discounts/{id}', { params: { ...params, header }, body })),
    );
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={ruleFieldNames(currencies)}
      submitLabel={texts.save}
      send={send}
      onCancel={onClose}
      conflict={conflict}
    >
      <Text size="sm">{texts.changeDiscountText}</Text>
      <RuleFields form={form} currencies={currencies} isNew={false} />
      <PricePreview
        suggestedId={productIn(form.values)}
        draft={{
          discount: draftDiscount(base, ruleChangesIn(form.values, currencies, base)),
          published: true,
        }}
        day={dayAhead(form.values.startsAt)}
      />
    </DataForm>
  );
}

interface ChangeCouponDialogProps {
  readonly coupon: Revised<Coupon>;
  readonly onClose: () => void;
}

/** Changes a coupon: what it takes off, when, and how often it can be used. */
export function ChangeCouponDialog({ coupon, onClose }: ChangeCouponDialogProps) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const form = usePageForm<RuleValues>(couponValuesOf(coupon));
  const params = { path: { id: coupon.id } };
  const { base, save, conflict } = useRevision({
    thing: coupon,
    load: () => revised(api.GET('/api/coupons/{id}', { params })),
    fieldsOf: (thing) => [couponValuesOf(thing), thing.targets],
    show: (next) => {
      form.setValues(couponValuesOf(next));
    },
    change: { type: 'coupon.changed', subject: `coupon/${coupon.id}` },
  });
  const send = async (values: RuleValues) => {
    const wrong = wrongCounts(values);
    if (wrong.length > 0) {
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, texts.countShape])));
      return;
    }
    const body = couponChangesIn(values, currencies, base);
    await save((header) => revised(api.PATCH('/api/coupons/{id}', { params: { ...params, header }, body })));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeOf(coupon.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[...ruleFieldNames(currencies), ...COUPON_FIELDS]}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
        conflict={conflict}
      >
        <Text size="sm">{texts.changeCouponText}</Text>
        <RuleFields form={form} currencies={currencies} isNew={false} />
        <CouponFields form={form} />
        <PricePreview
          suggestedId={productIn(form.values)}
          draft={{
            coupon: draftCoupon(base, couponChangesIn(form.values, currencies, base)),
            published: true,
          }}
          day={dayAhead(form.values.startsAt)}
        />
      </DataForm>
    </Dialog>
  );
}
