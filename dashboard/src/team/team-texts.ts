import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { TeamTexts } from './team-en.ts';

const teamTexts = areaTexts<TeamTexts>({
  en: () => import('./team-en.ts').then(({ teamEn }) => teamEn),
  de: () => import('./team-de.ts').then(({ teamDe }) => teamDe),
});

/** The texts of the page about the team; suspends while they load. */
export function useTeamTexts(): TeamTexts {
  return useAreaTexts(teamTexts);
}
