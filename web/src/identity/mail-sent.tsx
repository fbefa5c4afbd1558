import { Button, Stack, Text } from '@mantine/core';
import { useTexts } from './identity-texts.ts';
import { MailIcon } from '@latchkey/ui/icons.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './mail-sent.module.css';

interface MailSentProps {
  readonly heading: string;
  readonly text: string;
  /** The heading is that of the page. */
  readonly isPage: boolean;
  readonly onBack: () => void;
}

/** A mail is on its way; the reader continues after reading it. */
export function MailSent({ heading, text, isPage, onBack }: MailSentProps) {
  const { identity } = useTexts();
  const Heading = isPage ? PageHeading : SectionHeading;
  return (
    <Stack gap="md">
      <span className={classes.mark}>
        <MailIcon size={24} />
      </span>
      <div>
        <Heading takesFocus>{heading}</Heading>
        <Text mt={4}>{text}</Text>
      </div>
      <Button variant="default" size="lg" fullWidth onClick={onBack}>
        {identity.back}
      </Button>
    </Stack>
  );
}
