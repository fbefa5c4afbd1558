import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { AddDomainDialog, RemoveDomainDialog } from './domain-dialogs.tsx';
import { domainsQuery } from './domain-queries.ts';
import { DomainSection } from './domain-section.tsx';
import { useDomainTexts } from './domain-texts.ts';

/** The domains that lead to the account, and what the DNS says about each. */
export function DomainsPage() {
  const { domains: own } = useTexts();
  const texts = useDomainTexts();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const mayChange = mayDo(useSession(), 'settings:mail');
  const add = mayChange ? (
    <Button
      size="xs"
      onClick={() => {
        setIsAdding(true);
      }}
    >
      {texts.add}
    </Button>
  ) : null;
  return (
    <Loaded query={useQuery(domainsQuery)} title={own.label}>
      {({ domains, url }) => (
        <Page title={own.label} aside={domains.length === 0 ? null : add}>
          {domains.length === 0 ? (
            <EmptyState title={texts.empty} text={texts.emptyText} action={add} guide="going-live.md" />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.links(url)}
            </Text>
          )}
          {domains.map((domain, index) => (
            <DomainSection
              key={domain}
              domain={domain}
              isFirst={index === 0}
              onRemove={
                mayChange
                  ? () => {
                      setRemoved(domain);
                    }
                  : undefined
              }
            />
          ))}
          {isAdding ? (
            <AddDomainDialog
              onClose={() => {
                setIsAdding(false);
              }}
            />
          ) : null}
          {removed === undefined ? null : (
            <RemoveDomainDialog
              domain={removed}
              onClose={() => {
                setRemoved(undefined);
              }}
            />
          )}
        </Page>
      )}
    </Loaded>
  );
}
