import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { JobTexts } from './job-en.ts';

const jobTexts = areaTexts<JobTexts>({
  en: () => import('./job-en.ts').then(({ jobEn }) => jobEn),
  de: () => import('./job-de.ts').then(({ jobDe }) => jobDe),
});

/** The texts of the page about failed jobs; suspends while they load. */
export function useJobTexts(): JobTexts {
  return useAreaTexts(jobTexts);
}
