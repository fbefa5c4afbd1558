import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { AuditTexts } from './audit-en.ts';

const auditTexts = areaTexts<AuditTexts>({
  en: () => import('./audit-en.ts').then(({ auditEn }) => auditEn),
  de: () => import('./audit-de.ts').then(({ auditDe }) => auditDe),
});

/** The texts of the audit log; suspends while they load. */
export function useAuditTexts(): AuditTexts {
  return useAreaTexts(auditTexts);
}
