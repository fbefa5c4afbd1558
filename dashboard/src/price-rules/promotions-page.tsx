import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import type { Column } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Status } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { NewPromotionDialog, PromotionDialog } from './promotion-dialog.tsx';
import type { RuleTexts } from './rule-en.ts';
import { RuleList } from './rule-list.tsx';
import { type Promotion, promotionsQuery, ruleFiltersIn } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

const route = getRouteApi('/frame/promotions');

/** What the shop says about discounts. */
export function PromotionsPage() {
  const { discounts, promotions } = useTexts();
  const texts = useRuleTexts();
  const filters = ruleFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const [promotion, setPromotion] = useState<Promotion>();
  const mayChange = mayDo(useSession(), 'products:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={promotions.label}
      aside={
        <>
          <Link to="/discounts" className={links.link ?? ''}>
            {discounts.label}
          </Link>
          {mayChange ? (
            <Button size="xs" onClick={add}>
              {texts.addPromotion}
            </Button>
          ) : null}
        </>
      }
    >
      <RuleList
        kind="promotions"
        label={promotions.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(promotionsQuery(filters))}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        empty={{
          title: texts.noPromotions,
          text: texts.noPromotionsText,
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
                    setPromotion(row);
                  },
                },
              ]
            : []
        }
      />
      {isAdding ? (
        <NewPromotionDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
      {promotion === undefined ? null : (
        <PromotionDialog
          promotion={promotion}
          onClose={() => {
            setPromotion(undefined);
          }}
        />
      )}
    </Page>
  );
}

function columnsOf(texts: RuleTexts): readonly Column<Promotion>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    {
      id: 'status',
      label: texts.status,
      show: ({ isArchived }) => (
        <Status tone={isArchived ? 'off' : 'good'}>{isArchived ? texts.phases.off : texts.visible}</Status>
      ),
    },
    { id: 'discount', label: texts.discount, show: ({ discountId }) => discountId },
    {
      id: 'display',
      label: texts.display,
      show: ({ display }) => display.map((each) => texts.displays[each]).join(', '),
    },
    { id: 'text', label: texts.text, isExtra: true, show: ({ description }) => description },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
