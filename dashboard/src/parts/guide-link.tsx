import { Anchor } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';

interface GuideLinkProps {
  /** The file of the page in `docs/guide`. */
  readonly guide: `${string}.md`;
}

/** Opens the page of the guide about something in a new tab. */
export function GuideLink({ guide }: GuideLinkProps) {
  const { readGuide } = useTexts();
  return (
    <Anchor size="sm" underline="always" href={`/dashboard/guide/${guide}`} target="_blank" rel="noreferrer">
      {readGuide}
    </Anchor>
  );
}
