import { Radio, Stack, Text } from '@mantine/core';
import type { SandboxOutcome } from '../api/checkout.ts';
import { FlaskIcon } from '../ui/icons.tsx';
import classes from './test-mode-panel.module.css';

const OUTCOMES: readonly { value: SandboxOutcome; label: string; description: string }[] = [
  { value: 'Succeed', label: 'It succeeds', description: 'The order completes at once.' },
  { value: 'Fail', label: 'It fails', description: 'As if the bank had declined the payment.' },
  {
    value: 'Delay',
    label: 'It takes a while',
    description: 'The payment takes a while, then succeeds.',
  },
];

interface TestModePanelProps {
  readonly outcome: SandboxOutcome;
  readonly onChange: (outcome: SandboxOutcome) => void;
}

/** In the place of the payment methods: the sandbox provider moves no money. */
export function TestModePanel({ outcome, onChange }: TestModePanelProps) {
  const choose = (value: string) => {
    const option = OUTCOMES.find((each) => each.value === value);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <section className={classes.panel} aria-labelledby="test-mode">
      <Text component="h3" id="test-mode" className={classes.title}>
        <FlaskIcon />
        Test mode
      </Text>
      <Text size="sm">No money moves and no card is needed.</Text>
      <Radio.Group
        label="How should this payment end?"
        value={outcome}
        onChange={choose}
        mt="sm"
        classNames={{ label: classes.label }}
      >
        <Stack gap="xs" mt="xs">
          {OUTCOMES.map((option) => (
            <Radio
              key={option.value}
              {...option}
              classNames={{ radio: classes.option, description: classes.description }}
            />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  );
}
