import '../ui/fields.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack, Text } from '@mantine/core';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from '../texts/checkout-texts.ts';
import type { Texts } from '../texts/en.ts';
import { FlaskIcon } from '../ui/icons.tsx';
import classes from './test-mode-panel.module.css';

interface TestModePanelProps {
  readonly test: NonNullable<Checkout['payment']['test']>;
  /** Absent until the buyer chooses: then the first counts. */
  readonly outcome: string | undefined;
  readonly onChange: (outcome: string) => void;
}

/** In the place of the payment methods, where the provider moves no money. */
export function TestModePanel({ test, outcome = test.outcomes[0], onChange }: TestModePanelProps) {
  const { test: texts } = useTexts();
  return (
    <section className={classes.panel} aria-labelledby="test-mode">
      <Text component="h3" id="test-mode" className={classes.title}>
        <FlaskIcon />
        {texts.heading}
      </Text>
      <Text size="sm">{texts.text}</Text>
      <Radio.Group
        label={texts.question}
        value={outcome ?? null}
        onChange={onChange}
        mt="sm"
        classNames={{ label: classes.label }}
      >
        <Stack gap="xs" mt="xs">
          {test.outcomes.map((value) => (
            <Radio
              key={value}
              value={value}
              {...textsOf(value, texts.outcomes)}
              classNames={{ radio: classes.option, description: classes.description }}
            />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  );
}

/** An outcome that this page has no text for shows its own name. */
function textsOf(outcome: string, texts: Texts['test']['outcomes']) {
  const texted: Readonly<Record<string, { label: string; description: string }>> = texts;
  return texted[outcome] ?? { label: outcome };
}
