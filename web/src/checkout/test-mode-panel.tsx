import { Text } from '@mantine/core';
import { useId } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import type { Texts } from './checkout-en.ts';
import { FlaskIcon } from '@latchkey/ui/icons.tsx';
import classes from './test-mode-panel.module.css';

interface TestModePanelProps {
  /** The outcomes to choose from; absent where the buyer pays with test cards. */
  readonly test: Checkout['payment']['test'];
  /** Absent until the buyer chooses: then the first counts. */
  readonly outcome: string | undefined;
  readonly onChange: (outcome: string) => void;
}

/** Says that the provider moves no money, and where it has no page of its own, replaces the payment methods. */
export function TestModePanel({ test, outcome = test?.outcomes[0], onChange }: TestModePanelProps) {
  const { test: texts } = useTexts();
  return (
    <section className={classes.panel} aria-labelledby="test-mode">
      <Text component="h3" id="test-mode" className={classes.title}>
        <FlaskIcon />
        {texts.heading}
      </Text>
      <Text size="sm">{test === undefined ? texts.keys : texts.text}</Text>
      {test === undefined ? null : (
        <fieldset className={classes.outcomes}>
          <legend className={classes.label}>{texts.question}</legend>
          {test.outcomes.map((value) => (
            <Outcome
              key={value}
              value={value}
              isChosen={value === outcome}
              onChoose={() => {
                onChange(value);
              }}
            />
          ))}
        </fieldset>
      )}
    </section>
  );
}

interface OutcomeProps {
  readonly value: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** (The browser's own radio button: that of Mantine weighs 3 KB.) */
function Outcome({ value, isChosen, onChoose }: OutcomeProps) {
  const { test: texts } = useTexts();
  const { label, description } = textsOf(value, texts.outcomes);
  const id = useId();
  return (
    <label className={classes.outcome}>
      <input
        type="radio"
        name="test-outcome"
        value={value}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
      />
      <span id={id}>{label}</span>
      <span id={`${id}-note`} className={classes.description}>
        {description}
      </span>
    </label>
  );
}

/** An outcome that this page has no text for shows its own name. */
function textsOf(
  outcome: string,
  texts: Texts['test']['outcomes'],
): { readonly label: string; readonly description?: string } {
  const texted: Readonly<Record<string, { label: string; description?: string }>> = texts;
  return texted[outcome] ?? { label: outcome };
}
