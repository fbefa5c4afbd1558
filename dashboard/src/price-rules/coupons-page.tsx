import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import type { Column } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import type { RuleTexts } from './rule-en.ts';
import { RuleList } from './rule-list.tsx';
import { type Coupon, couponsQuery, ruleFiltersIn } from './rule-queries.ts';
import { RuleStatus, useBenefit } from './rule-state.tsx';
import { useRuleTexts } from './rule-texts.ts';

const route = getRouteApi('/frame/coupons');

/** What lowers prices for whoever has a code. */
export function CouponsPage() {
  const { coupons } = useTexts();
  const texts = useRuleTexts();
  const benefit = useBenefit();
  const filters = ruleFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const mayChange = mayDo(useSession(), 'coupons:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={coupons.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.addCoupon}
          </Button>
        ) : null
      }
    >
      <RuleList
        kind="coupons"
        label={coupons.label}
        columns={columnsOf(texts, benefit)}
        query={useInfiniteQuery(couponsQuery(filters))}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        linkTo={({ id }) => `/coupons/${encodeURIComponent(id)}`}
        empty={{
          title: texts.noCoupons,
          text: texts.noCouponsText,
          guide: 'dashboard-prices.md',
          onAdd: mayChange ? add : undefined,
        }}
      />
      {isAdding ? (
        <CouponDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(texts: RuleTexts, benefit: (rule: Coupon) => string): readonly Column<Coupon>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: (rule) => <RuleStatus rule={rule} /> },
    { id: 'benefit', label: texts.benefit, isNumber: true, show: benefit },
    {
      id: 'uses',
      label: texts.uses,
      isNumber: true,
      show: ({ uses, maxUses }) => texts.usesOf(uses, maxUses),
    },
    {
      id: 'ends',
      label: texts.endsAt,
      show: ({ endsAt }) => (endsAt === null ? null : <Moment at={endsAt} />),
    },
    { id: 'id', label: texts.id, isExtra: true, show: ({ id }) => id },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
