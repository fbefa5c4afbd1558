import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SafeHtml } from '@latchkey/ui/safe-html.tsx';
import { answer, api } from '../api/client.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './text-preview.module.css';

const PAUSE_MS = 400;

/** A Markdown text as pages show it, a moment after somebody has typed. */
export function TextPreview({ markdown }: { readonly markdown: string }) {
  const { preview } = useTexts();
  const [text] = useDebouncedValue(markdown, PAUSE_MS);
  const query = useQuery({
    queryKey: ['text-preview', text],
    queryFn: ({ signal }) => answer(api.POST('/api/texts/preview', { body: { markdown: text }, signal })),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return (
    <section className={classes.preview} aria-label={preview.label}>
      <Text size="sm" c="dimmed">
        {preview.label}
      </Text>
      {text.trim() === '' ? (
        <Text size="sm" c="dimmed">
          {preview.empty}
        </Text>
      ) : query.error === null ? (
        <SafeHtml html={query.data?.html} />
      ) : (
        <Text size="sm">{preview.failed}</Text>
      )}
    </section>
  );
}
