import { TestOutcomes } from './test-mode-panel.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface TestMethodChoiceProps {
  readonly outcomes: readonly string[];
  /** Absent until the buyer chooses: then the first counts. */
  readonly outcome: string | undefined;
  readonly onChange: (outcome: string) => void;
}

/** What becomes of later charges of the method that a test payment saves. */
export function TestMethodChoice({ outcomes, outcome, onChange }: TestMethodChoiceProps) {
  const { testQuestion, testMethods } = useSubscriptionTexts();
  return (
    <TestOutcomes
      name="test-method"
      question={testQuestion}
      texts={testMethods}
      outcomes={outcomes}
      outcome={outcome}
      onChange={onChange}
    />
  );
}
