import { Button, Paper, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './account.module.css';
import { useAccountTexts } from './account-texts.ts';

interface DetailsSectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** Sections that belong together, on one surface. */
export function DetailsGroup({ children }: { readonly children: ReactNode }) {
  return <Paper>{children}</Paper>;
}

/** One section of the customer's details: its name beside its content, or above it on a phone. */
export function DetailsSection({ title, text, children }: DetailsSectionProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div>
        <SectionHeading id={id}>{title}</SectionHeading>
        {text === undefined ? null : (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

interface OpenButtonProps {
  readonly children: string;
  readonly onOpen: () => void;
}

/** Shows the form of a section. */
export function OpenButton({ children, onOpen }: OpenButtonProps) {
  return (
    <div>
      <Button variant="default" onClick={onOpen}>
        {children}
      </Button>
    </div>
  );
}

interface OutcomeProps {
  /** Empty while there is none. */
  readonly children: string;
}

/** A success message, visible and announced. */
export function Outcome({ children }: OutcomeProps) {
  return (
    <Text component="output" size="sm" fw={600} c="var(--mantine-color-green-light-color)">
      {children}
    </Text>
  );
}

/** A form that the reader has opened: its first field takes the focus. */
export function OpenForm({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = box.current?.querySelector('input:not([hidden]), select');
    if (field instanceof HTMLElement) field.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Leaves a form without sending it. */
export function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  const { common } = useAccountTexts();
  return (
    <Button variant="subtle" onClick={onCancel}>
      {common.cancel}
    </Button>
  );
}
