import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ReportTexts } from './report-en.ts';

const reportTexts = areaTexts<ReportTexts>({
  en: () => import('./report-en.ts').then(({ reportEn }) => reportEn),
  de: () => import('./report-de.ts').then(({ reportDe }) => reportDe),
});

/** The texts of the reports; suspends while they load. */
export function useReportTexts(): ReportTexts {
  return useAreaTexts(reportTexts);
}
