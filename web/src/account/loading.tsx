import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTexts } from '@latchkey/ui/texts/language.ts';

interface LoadingProps {
  /** The heights of the expected parts, in pixels. */
  readonly heights: readonly number[];
}

/** Reserves the space of loading content; the footer waits for it. */
export function Loading({ heights }: LoadingProps) {
  const { frame } = useTexts();
  return (
    <>
      <VisuallyHidden component="output">{frame.loading}</VisuallyHidden>
      <Stack gap="md" aria-hidden="true" data-loading>
        {heights.map((height, index) => (
          // The parts are alike and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Skeleton key={index} height={height} radius="lg" />
        ))}
      </Stack>
    </>
  );
}
