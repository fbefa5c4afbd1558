import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import type { Column } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ChangeDiscountDialog } from './change-rule-dialog.tsx';
import { DiscountDialog } from './discount-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import type { RuleTexts } from './rule-en.ts';
import { RuleList } from './rule-list.tsx';
import { type Discount, discountsQuery, ruleFiltersIn } from './rule-queries.ts';
import { RuleStatus, useBenefit } from './rule-state.tsx';
import { useRuleTexts } from './rule-texts.ts';

const route = getRouteApi('/frame/discounts');

/** What lowers prices by itself. */
export function DiscountsPage() {
  const { discounts, promotions } = useTexts();
  const texts = useRuleTexts();
  const benefit = useBenefit();
  const filters = ruleFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const [trial, setTrial] = useState<Discount>();
  const [discount, setDiscount] = useState<Discount>();
  const mayChange = mayDo(useSession(), 'products:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={discounts.label}
      aside={
        <>
          <Link to="/promotions" className={links.link ?? ''}>
            {promotions.label}
          </Link>
          {mayChange ? (
            <Button size="xs" onClick={add}>
              {texts.addDiscount}
            </Button>
          ) : null}
        </>
      }
    >
      <RuleList
        kind="discounts"
        label={discounts.label}
        columns={columnsOf(texts, benefit)}
        query={useInfiniteQuery(discountsQuery(filters))}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        empty={{
          title: texts.noDiscounts,
          text: texts.noDiscountsText,
          guide: 'dashboard-prices.md',
          onAdd: mayChange ? add : undefined,
        }}
        actions={(row) => [
          {
            label: texts.tryIt,
            name: texts.tryOf(row.name),
            run: () => {
              setTrial(row);
            },
          },
          ...(mayChange
            ? [
                {
                  label: texts.change,
                  name: texts.changeOf(row.name),
                  run: () => {
                    setDiscount(row);
                  },
                },
              ]
            : []),
        ]}
      />
      {isAdding ? (
        <DiscountDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
      {discount === undefined ? null : (
        <ChangeDiscountDialog
          discount={discount}
          onClose={() => {
            setDiscount(undefined);
          }}
        />
      )}
      {trial === undefined ? null : (
        <PreviewDialog
          discount={trial}
          onClose={() => {
            setTrial(undefined);
          }}
        />
      )}
    </Page>
  );
}

function columnsOf(texts: RuleTexts, benefit: (rule: Discount) => string): readonly Column<Discount>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: (rule) => <RuleStatus rule={rule} /> },
    { id: 'benefit', label: texts.benefit, isNumber: true, show: benefit },
    {
      id: 'targets',
      label: texts.target,
      show: ({ targets }) =>
        targets.length === 0 ? texts.everything : targets.map(({ id }) => id).join(', '),
    },
    {
      id: 'starts',
      label: texts.startsAt,
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
