import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import classes from './check-list.module.css';
import type { PaymentCheck } from './payment-queries.ts';
import { usePaymentTexts } from './payment-texts.ts';

const TONES: Readonly<Record<PaymentCheck['result'], Tone>> = { Fine: 'good', Note: 'off', Wrong: 'bad' };

interface CheckListProps {
  readonly checks: readonly PaymentCheck[];
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

/** What was checked with the provider: what is wrong comes first, with how to correct it. */
export function CheckList({ checks, isChecking, onCheck }: CheckListProps) {
  const texts = usePaymentTexts();
  const wrong = checks.filter(({ result }) => result === 'Wrong');
  const others = checks.filter(({ result }) => result !== 'Wrong');
  return (
    <Section
      title={texts.checks}
      aside={
        <Button variant="default" size="compact-sm" loading={isChecking} onClick={onCheck}>
          {texts.checkAgain}
        </Button>
      }
    >
      <Text size="sm" component="output">
        {wrong.length === 0 ? texts.allFine : texts.someWrong(wrong.length)}
      </Text>
      <ul className={classes.checks}>
        {[...wrong, ...others].map(({ name, result, text }) => (
          <li key={`${name} ${text}`} className={classes.check}>
            <Status tone={TONES[result]}>{texts.results[result]}</Status>
            <span className={classes.name}>{texts.names[name] ?? name}</span>
            <span className={classes.text}>
              {texts.sentences[`${name} ${result}`] ?? text}
              {name === 'mails' && result === 'Note' ? (
                <>
                  {' '}
                  <Link to="/settings" className={links.link ?? ''}>
                    {texts.enterEmail}
                  </Link>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
