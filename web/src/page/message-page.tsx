import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageFrame, type PageOwner } from './page-frame.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './message-page.module.css';

export interface MessagePageProps {
  readonly owner?: PageOwner | undefined;
  readonly icon: ReactNode;
  /** Tone of the mark above the heading. */
  readonly tone?: 'neutral' | 'good' | 'bad';
  readonly title: string;
  /** An explanation, or the next step. */
  readonly text: string;
  /** Where to ask, after the explanation. */
  readonly address?: ReactNode;
  /** A fine-print line, e.g. the reference of an error. */
  readonly note?: string | undefined;
  /** Buttons or links. */
  readonly actions?: ReactNode;
  /** The heading takes the focus: the page changed while the reader was on it. */
  readonly takesFocus?: boolean;
  /** The content below the message, in its own surface. */
  readonly children?: ReactNode;
}

/** A page with one message: an error, an empty state, a confirmation. */
export function MessagePage(props: MessagePageProps) {
  const {
    owner,
    icon,
    tone = 'neutral',
    title,
    text,
    address,
    note,
    actions,
    takesFocus = false,
    children,
  } = props;
  return (
    <PageFrame owner={owner} width="narrow">
      <div className={classes.stack} data-alone={children === undefined || undefined}>
        <Paper className={classes.card}>
          <Stack gap="md" align="center" ta="center">
            <span className={classes.mark} data-tone={tone}>
              {icon}
            </span>
            <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
            <Text>
              {text} {address}
            </Text>
            {actions}
            {note === undefined ? null : (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </Stack>
        </Paper>
        {children}
      </div>
    </PageFrame>
  );
}
