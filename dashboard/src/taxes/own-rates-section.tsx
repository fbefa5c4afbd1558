import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import { itemName, useItems } from '../price-rules/use-items.ts';
import { mayDo, useSession } from '../session/session.ts';
import { AddRateDialog, ChangeRateDialog, RemoveRateDialog } from './rate-dialogs.tsx';
import { phaseOn } from './rate-values.ts';
import type { TaxTexts } from './tax-en.ts';
import { type TaxRate, taxRatesQuery } from './tax-queries.ts';
import { useTaxTexts } from './tax-texts.ts';
import { useRateFormats } from './use-rate-formats.ts';

type Task = { readonly kind: 'add' } | { readonly kind: 'change' | 'remove'; readonly rate: TaxRate };

/** The vendor's own rates, which come before the table. */
export function OwnRatesSection() {
  const texts = useTaxTexts();
  const { place } = useRateFormats();
  const [task, setTask] = useState<Task>();
  const mayChange = mayDo(useSession(), 'settings:write');
  const action = (kind: 'change' | 'remove', rate: TaxRate) => ({
    label: texts[kind],
    name: texts[`${kind}Of`](place(rate)),
    run: () => {
      setTask({ kind, rate });
    },
  });
  const add = () => {
    setTask({ kind: 'add' });
  };
  return (
    <Section
      title={texts.own}
      aside={
        mayChange ? (
          <Button variant="default" size="compact-sm" onClick={add}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {texts.ownText}
      </Text>
      <DataList
        name="tax-rates"
        label={texts.own}
        columns={useColumns(texts)}
        query={useInfiniteQuery(taxRatesQuery)}
        keyOf={({ id }) => id}
        empty={{
          title: texts.none,
          text: texts.noneText,
          onAdd: mayChange ? add : undefined,
        }}
        actions={mayChange ? (rate) => [action('change', rate), action('remove', rate)] : undefined}
      />
      <TaskDialog
        task={task}
        onClose={() => {
          setTask(undefined);
        }}
      />
    </Section>
  );
}

function TaskDialog({ task, onClose }: { readonly task: Task | undefined; readonly onClose: () => void }) {
  switch (task?.kind) {
    case 'add':
      return <AddRateDialog onClose={onClose} />;
    case 'change':
      return <ChangeRateDialog rate={task.rate} onClose={onClose} />;
    case 'remove':
      return <RemoveRateDialog rate={task.rate} onClose={onClose} />;
    case undefined:
      return null;
  }
}

const TONES: Readonly<Record<ReturnType<typeof phaseOn>, Tone>> = {
  running: 'good',
  planned: 'waiting',
  over: 'off',
};

function useColumns(texts: TaxTexts): readonly Column<TaxRate>[] {
  const items = useItems();
  const { dayText, percent, place } = useRateFormats();
  const [today] = useState(() => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length));
  const reasons: Readonly<Record<string, string>> = texts.reasons;
  return [
    { id: 'place', label: texts.country, show: place },
    {
      id: 'rate',
      label: texts.rate,
      isNumber: true,
      show: ({ rate, reason }) =>
        rate === 0 ? `${percent(rate)} · ${reasons[reason] ?? reason}` : percent(rate),
    },
    {
      id: 'items',
      label: texts.itemsOf,
      show: ({ targets }) =>
        targets.length === 0 ? texts.everything : targets.map((target) => itemName(target, items)).join(', '),
    },
    {
      id: 'status',
      label: texts.status,
      show: (rate) => {
        const phase = phaseOn(rate, today);
        return <Status tone={TONES[phase]}>{texts.statuses[phase]}</Status>;
      },
    },
    {
      id: 'firstDay',
      label: texts.firstDay,
      show: ({ firstDay }) => (firstDay === null ? null : dayText(firstDay)),
    },
    {
      id: 'lastDay',
      label: texts.lastDay,
      show: ({ lastDay }) => (lastDay === null ? null : dayText(lastDay)),
    },
  ];
}
