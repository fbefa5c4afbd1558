import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { DashboardTexts } from './dashboard-en.ts';

/** The texts of the dashboard. */
export const dashboardTexts = areaTexts<DashboardTexts>({
  en: () => import('./dashboard-en.ts').then(({ dashboardEn }) => dashboardEn),
  de: () => import('./dashboard-de.ts').then(({ dashboardDe }) => dashboardDe),
});

/** The same in the page's language; suspends while they load. */
export function useTexts(): DashboardTexts {
  return useAreaTexts(dashboardTexts);
}
