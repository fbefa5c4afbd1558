import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { couponChoicesQuery } from '../price-rules/rule-queries.ts';
import { mayDo, useSession } from '../session/session.ts';
import classes from './milestone-fields.module.css';
import { useProductTexts } from './product-texts.ts';
import type { MilestoneValues } from './variation-values.ts';

interface MilestoneFieldsProps {
  readonly milestones: readonly MilestoneValues[];
  readonly onChange: (milestones: readonly MilestoneValues[]) => void;
}

/** The coupon codes that customers of a subscription get after some payments. */
export function MilestoneFields({ milestones, onChange }: MilestoneFieldsProps) {
  const { terms } = useProductTexts();
  return (
    <Fieldset legend={terms.milestones} className={classes.milestones ?? ''}>
      <Text size="sm" c="dimmed">
        {terms.milestonesText}
      </Text>
      {milestones.map((milestone, index) => (
        // Rows are told apart by nothing but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.milestone}>
          <Milestone
            milestone={milestone}
            onChange={(next) => {
              onChange(milestones.map((each, place) => (place === index ? next : each)));
            }}
          />
          <Button
            variant="default"
            size="compact-sm"
            aria-label={terms.removeMilestoneOf(index + 1)}
            onClick={() => {
              onChange(milestones.filter((_, place) => place !== index));
            }}
          >
            {terms.removeMilestone}
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange([...milestones, { afterCycles: '', couponId: '', message: '' }]);
          }}
        >
          {terms.addMilestone}
        </Button>
      </div>
    </Fieldset>
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
  const coupons = useQuery({ ...couponChoicesQuery, enabled: maySee }).data?.items ?? [];
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
