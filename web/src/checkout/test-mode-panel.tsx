import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconFlask } from '@tabler/icons-react';
import classes from './test-mode-panel.module.css';

const FlaskIcon = decoration(IconFlask);

interface TestOutcomesProps {
  /** Of the group of radio buttons. */
  readonly name: string;
  readonly question: string;
  readonly texts: OutcomeTexts;
  readonly outcomes: readonly string[];
  /** Absent until the buyer chooses: then the first counts. */
  readonly outcome: string | undefined;
  readonly onChange: (outcome: string) => void;
}

type OutcomeTexts = Readonly<Record<string, { label: string; description?: string }>>;

/** The outcomes of something in a test, to choose from. */
export function TestOutcomes(props: TestOutcomesProps) {
  const { name, question, texts, outcomes, outcome = outcomes[0], onChange } = props;
  return (
    <fieldset className={classes.outcomes}>
      <legend className={classes.label}>{question}</legend>
      {outcomes.map((value) => (
        <Outcome
          key={value}
          name={name}
          value={value}
          texts={texts}
          isChosen={value === outcome}
          onChoose={() => {
            onChange(value);
          }}
        />
      ))}
    </fieldset>
  );
}

interface TestModePanelProps {
  /** The outcomes to choose from; absent where the buyer pays with test cards. */
  readonly test: Checkout['payment']['test'];
  /** Absent until the buyer chooses: then the first counts. */
  readonly outcome: string | undefined;
  readonly onChange: (outcome: string) => void;
  /** What becomes of later payments, where there are any. */
  readonly children?: ReactNode;
}

/** Says that the provider moves no money, and where it has no page of its own, replaces the payment methods. */
export function TestModePanel({ test, outcome, onChange, children }: TestModePanelProps) {
  const { test: texts } = useTexts();
  return (
    <section className={classes.panel} aria-labelledby="test-mode">
      <Text component="h3" id="test-mode" className={classes.title}>
        <FlaskIcon />
        {texts.heading}
      </Text>
      <Text size="sm">{test === undefined ? texts.keys : texts.text}</Text>
      {test === undefined ? null : (
        <TestOutcomes
          name="test-outcome"
          question={texts.question}
          texts={texts.outcomes}
          outcomes={test.outcomes}
          outcome={outcome}
          onChange={onChange}
        />
      )}
      {children}
    </section>
  );
}

interface OutcomeProps {
  readonly name: string;
  readonly value: string;
  readonly texts: OutcomeTexts;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** (The browser's own radio button: that of Mantine weighs 3 KB.) */
function Outcome({ name, value, texts, isChosen, onChoose }: OutcomeProps) {
  // An outcome that this page has no text for shows its own name.
  const { label, description } = texts[value] ?? { label: value };
  const id = useId();
  return (
    <label className={classes.outcome}>
      <input
        type="radio"
        name={name}
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
