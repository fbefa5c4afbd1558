import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import type { Column } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { NewOfferDialog, OfferDialog } from './offer-dialog.tsx';
import type { RuleTexts } from './rule-en.ts';
import { RuleList } from './rule-list.tsx';
import { type Offer, offersQuery, ruleFiltersIn } from './rule-queries.ts';
import { RuleStatus } from './rule-state.tsx';
import { useRuleTexts } from './rule-texts.ts';
import { useOfferSentence } from './use-offer-sentence.ts';

const route = getRouteApi('/frame/offers');

/** What the shop offers to a cart that fits. */
export function OffersPage() {
  const { offers } = useTexts();
  const texts = useRuleTexts();
  const sentence = useOfferSentence();
  const filters = ruleFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const [offer, setOffer] = useState<Offer>();
  const mayChange = mayDo(useSession(), 'products:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={offers.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.addOffer}
          </Button>
        ) : null
      }
    >
      <RuleList
        kind="offers"
        label={offers.label}
        columns={columnsOf(texts, sentence)}
        query={useInfiniteQuery(offersQuery(filters))}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        empty={{
          title: texts.noOffers,
          text: texts.noOffersText,
          guide: 'dashboard-prices.md',
          onAdd: mayChange ? add : undefined,
        }}
        actions={(row) =>
          mayChange
            ? [
                {
                  label: texts.change,
                  name: texts.changeOf(row.name),
                  run: () => {
                    setOffer(row);
                  },
                },
              ]
            : []
        }
      />
      {isAdding ? (
        <NewOfferDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
      {offer === undefined ? null : (
        <OfferDialog
          offer={offer}
          onClose={() => {
            setOffer(undefined);
          }}
        />
      )}
    </Page>
  );
}

function columnsOf(texts: RuleTexts, sentence: (offer: Offer) => string): readonly Column<Offer>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: (rule) => <RuleStatus rule={rule} /> },
    { id: 'effect', label: texts.effect, show: sentence },
    {
      id: 'starts',
      label: texts.startsAt,
      isExtra: true,
      show: ({ startsAt }) => (startsAt === null ? null : <Moment at={startsAt} />),
    },
    {
      id: 'ends',
      label: texts.endsAt,
      show: ({ endsAt }) => (endsAt === null ? null : <Moment at={endsAt} />),
    },
    { id: 'id', label: texts.id, isExtra: true, show: ({ id }) => id },
  ];
}
