import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { DataList } from '../list/data-list.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ActiveVersions } from './active-versions.tsx';
import { channelsOf } from './channels-of.ts';
import { FeedAddresses } from './feed-addresses.tsx';
import { NewReleaseDialog } from './new-release-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { releaseColumns } from './release-columns.tsx';
import { type Release, releaseFiltersIn, releasesQuery } from './release-queries.ts';
import { possibleSteps, type ReleaseStep, ReleaseStepDialog } from './release-step-dialog.tsx';
import { useReleaseTexts } from './release-texts.ts';

const route = getRouteApi('/frame/releases');

/** The versions of a product, which one chooses above the list. */
export function ReleasesPage() {
  const { releases } = useTexts();
  const texts = useReleaseTexts();
  const { product } = releaseFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <Loaded query={useQuery(productChoicesQuery)} title={releases.label}>
      {(items) => {
        const current = items.find(({ id }) => id === product) ?? items[0];
        if (current === undefined) {
          return (
            <Page title={releases.label}>
              <EmptyState
                title={texts.noProducts}
                text={texts.noProductsText}
                guide="dashboard-products.md"
              />
            </Page>
          );
        }
        return (
          <ProductReleases
            key={current.id}
            productId={current.id}
            choice={
              <SelectField
                size="xs"
                label={texts.product}
                value={current.id}
                options={items.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ currentTarget }) =>
                  void navigate({ search: { product: currentTarget.value }, replace: true })
                }
              />
            }
          />
        );
      }}
    </Loaded>
  );
}

type Task = { readonly kind: 'add' } | { readonly kind: 'notes' | ReleaseStep; readonly release: Release };

interface ProductReleasesProps {
  readonly productId: string;
  readonly choice: ReactNode;
}

function ProductReleases({ productId, choice }: ProductReleasesProps) {
  const { releases } = useTexts();
  const texts = useReleaseTexts();
  const session = useSession();
  const [task, setTask] = useState<Task>();
  const query = useInfiniteQuery(releasesQuery(productId));
  const channels = channelsOf(query.data?.pages.flatMap(({ items }) => items) ?? []);
  const mayChange = mayDo(session, 'releases:write');
  const add = () => {
    setTask({ kind: 'add' });
  };
  const close = () => {
    setTask(undefined);
  };
  const actionsOn = (release: Release) =>
    (['notes', ...possibleSteps(release)] as const).map((kind) => ({
      label: texts[kind],
      name: texts.taskOf[kind](release.version),
      run: () => {
        setTask({ kind, release });
      },
    }));
  return (
    <Page
      title={releases.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <DataList
        name="releases"
        label={releases.label}
        columns={releaseColumns(texts)}
        query={query}
        keyOf={({ version }) => version}
        csv={{ kind: `releases/${encodeURIComponent(productId)}`, query: {} }}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'dashboard-releases.md',
          onAdd: mayChange ? add : undefined,
        }}
        filters={choice}
        actions={mayChange ? actionsOn : undefined}
      />
      <Section title={texts.feeds}>
        <FeedAddresses productId={productId} channels={channels} />
      </Section>
      {mayDo(session, 'licenses:read') ? <ActiveVersions productId={productId} /> : null}
      {task === undefined ? null : task.kind === 'add' ? (
        <NewReleaseDialog productId={productId} onClose={close} />
      ) : task.kind === 'notes' ? (
        <NotesDialog productId={productId} release={task.release} onClose={close} />
      ) : (
        <ReleaseStepDialog productId={productId} release={task.release} step={task.kind} onClose={close} />
      )}
    </Page>
  );
}
