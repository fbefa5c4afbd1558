import { Button, Stack, Text } from '@mantine/core';
import { MailIcon } from '../ui/icons.tsx';
import { SectionHeading } from '../ui/page-heading.tsx';
import classes from './mail-sent.module.css';

interface MailSentProps {
  readonly heading: string;
  readonly text: string;
  readonly onBack: () => void;
}

/** A mail is on its way; the reader continues after reading it. */
export function MailSent({ heading, text, onBack }: MailSentProps) {
  return (
    <Stack gap="md">
      <span className={classes.mark}>
        <MailIcon size={24} />
      </span>
      <div>
        <SectionHeading takesFocus>{heading}</SectionHeading>
        <Text mt={4}>{text}</Text>
      </div>
      <Button variant="default" size="lg" fullWidth onClick={onBack}>
        Back to sign in
      </Button>
    </Stack>
  );
}
