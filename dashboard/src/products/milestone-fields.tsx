import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { couponChoicesQuery } from '../api/choices.ts';
import { mayDo, useSession } from '../session/session.ts';
import { FieldRows } from './field-rows.tsx';
import { useProductTexts } from './product-texts.ts';
import type { MilestoneValues } from './variation-values.ts';

interface MilestoneFieldsProps {
  readonly milestones: readonly MilestoneValues[];
  readonly onChange: (milestones: readonly MilestoneValues[]) => void;
}

/** The coupon codes that customers of a subscription get after some payments. */
export function MilestoneFields({ milestones, onChange }: MilestoneFieldsProps) {
  const { terms } = useProductTexts();
  const texts = {
    title: terms.milestones,
    text: terms.milestonesText,
    add: terms.addMilestone,
    remove: terms.removeMilestone,
    removeOf: terms.removeMilestoneOf,
  };
  const empty = { afterCycles: '', couponId: '', message: '' };
  return (
    <FieldRows texts={texts} rows={milestones} empty={empty} onChange={onChange}>
      {(milestone, changeMilestone) => <Milestone milestone={milestone} onChange={changeMilestone} />}
    </FieldRows>
  );
}

interface MilestoneProps {
  readonly milestone: MilestoneValues;
  readonly onChange: (milestone: MilestoneValues) => void;
}

function Milestone({ milestone, onChange }: MilestoneProps) {
  const { terms } = useProductTexts();
  const { afterCycles, couponId, message } = milestone;
  const maySee = mayDo(useSession(), 'coupons:read');
  const coupons = useQuery({ ...couponChoicesQuery, enabled: maySee }).data ?? [];
  const isAbsent = couponId !== '' && !coupons.some(({ id }) => id === couponId);
  return (
    <>
      <TextInput
        inputMode="numeric"
        label={terms.afterCycles}
        value={afterCycles}
        onChange={({ currentTarget }) => {
          onChange({ ...milestone, afterCycles: currentTarget.value });
        }}
      />
      {maySee ? (
        <SelectField
          label={terms.coupon}
          value={couponId}
          options={[
            { value: '', label: terms.chooseCoupon },
            ...(isAbsent ? [couponId] : []),
            ...coupons.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => {
            onChange({ ...milestone, couponId: currentTarget.value });
          }}
        />
      ) : (
        <TextInput
          label={terms.couponId}
          value={couponId}
          onChange={({ currentTarget }) => {
            onChange({ ...milestone, couponId: currentTarget.value });
          }}
        />
      )}
      <TextInput
        label={terms.message}
        value={message}
        onChange={({ currentTarget }) => {
          onChange({ ...milestone, message: currentTarget.value });
        }}
      />
    </>
  );
}
