import { IMPORT_SCOPES } from '../session/import-scopes.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { mayDo, type Session } from '../session/session.ts';

/** A page of the menu. */
export interface Area {
  readonly path:
    | '/'
    | '/customers'
    | '/orders'
    | '/subscriptions'
    | '/licenses'
    | '/trials'
    | '/products'
    | '/bundles'
    | '/discounts'
    | '/offers'
    | '/promotions'
    | '/coupons'
    | '/vouchers'
    | '/releases'
    | '/reports'
    | '/webhooks'
    | '/jobs'
    | '/audit-log'
    | '/settings'
    | '/settings/look'
    | '/settings/mails'
    | '/settings/api-keys'
    | '/settings/license-keys'
    | '/settings/domains'
    | '/settings/payments'
    | '/settings/taxes'
    | '/settings/privacy'
    | '/settings/server'
    | '/import'
    | '/team';
  /** The scope that its list needs, or several of which one will do; absent: everybody sees it. */
  readonly scope?: string | readonly string[];
  /** It is one of the pages of the settings, which lead to each other. */
  readonly isSetting?: boolean;
  readonly label: (texts: DashboardTexts) => string;
}

/** In the groups of the menu. */
const GROUPS: readonly (readonly Area[])[] = [
  [
    { path: '/', label: ({ home }) => home.label },
    { path: '/customers', scope: 'customers:read', label: ({ customers }) => customers.label },
    { path: '/orders', scope: 'orders:read', label: ({ orders }) => orders.label },
    {
      path: '/subscriptions',
      scope: 'subscriptions:read',
      label: ({ subscriptions }) => subscriptions.label,
    },
    { path: '/licenses', scope: 'licenses:read', label: ({ licenses }) => licenses.label },
    { path: '/trials', scope: 'trials:read', label: ({ trials }) => trials.label },
  ],
  [
    { path: '/products', scope: 'products:read', label: ({ products }) => products.label },
    { path: '/bundles', scope: 'products:read', label: ({ bundles }) => bundles.label },
    { path: '/discounts', scope: 'products:read', label: ({ discounts }) => discounts.label },
    { path: '/offers', scope: 'products:read', label: ({ offers }) => offers.label },
    { path: '/promotions', scope: 'products:read', label: ({ promotions }) => promotions.label },
    { path: '/coupons', scope: 'coupons:read', label: ({ coupons }) => coupons.label },
    { path: '/vouchers', scope: 'vouchers:read', label: ({ vouchers }) => vouchers.label },
    { path: '/releases', scope: 'releases:read', label: ({ releases }) => releases.label },
  ],
  [
    { path: '/reports', scope: 'orders:read', label: ({ reports }) => reports.label },
    { path: '/webhooks', scope: 'webhooks:read', label: ({ webhooks }) => webhooks.label },
    { path: '/jobs', scope: 'jobs:read', label: ({ jobs }) => jobs.label },
    { path: '/audit-log', scope: 'audit:read', label: ({ auditLog }) => auditLog.label },
    { path: '/import', scope: IMPORT_SCOPES, label: ({ imports }) => imports.label },
  ],
  [
    { path: '/settings', scope: 'settings:read', label: ({ settings }) => settings.label },
    { path: '/settings/look', scope: 'settings:read', isSetting: true, label: ({ brand }) => brand.label },
    { path: '/settings/mails', scope: 'settings:read', isSetting: true, label: ({ mails }) => mails.label },
    {
      path: '/settings/payments',
      scope: 'settings:read',
      isSetting: true,
      label: ({ payments }) => payments.label,
    },
    {
      path: '/settings/taxes',
      scope: 'settings:read',
      isSetting: true,
      label: ({ taxes }) => taxes.label,
    },
    {
      path: '/settings/privacy',
      scope: 'settings:read',
      isSetting: true,
      label: ({ privacy }) => privacy.label,
    },
    {
      path: '/settings/domains',
      scope: 'settings:read',
      isSetting: true,
      label: ({ domains }) => domains.label,
    },
    {
      path: '/settings/api-keys',
      scope: 'settings:read',
      isSetting: true,
      label: ({ apiKeys }) => apiKeys.label,
    },
    {
      path: '/settings/license-keys',
      scope: 'settings:read',
      isSetting: true,
      label: ({ licenseKeys }) => licenseKeys.label,
    },
    {
      path: '/settings/server',
      scope: 'settings:read',
      isSetting: true,
      label: ({ server }) => server.label,
    },
    { path: '/team', scope: 'operators:read', label: ({ team }) => team.label },
  ],
];

const AREAS = GROUPS.flat();

/** The areas that the role of a session includes, in the order of the menu. */
export function areasOf(session: Session): readonly Area[] {
  return AREAS.filter((area) => isFor(session, area));
}

/** The pages of the menu in groups; that of the settings stands for all of these. */
export function menuOf(session: Session): readonly (readonly Area[])[] {
  return GROUPS.map((group) =>
    group.filter((area) => area.isSetting !== true && isFor(session, area)),
  ).filter(({ length }) => length > 0);
}

/** The pages of the settings, the general one first. */
export function settingAreasOf(session: Session): readonly Area[] {
  return areasOf(session).filter(({ path, isSetting = false }) => isSetting || path === '/settings');
}

function isFor(session: Session, { scope }: Area): boolean {
  return scope === undefined || [scope].flat().some((each) => mayDo(session, each));
}
