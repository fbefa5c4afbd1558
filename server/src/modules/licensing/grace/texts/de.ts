import type { GraceTexts } from './en.ts';

/** @see en */
export const de: GraceTexts = {
  subject: (product, major) => `${product} ${major} gehört Ihnen`,
  heading: (product, major) => `Ihre Lizenz gilt für ${product} ${major}`,
  text: (product, major) =>
    `Sie haben ${product} kurz vor dem Erscheinen von Version ${major} gekauft. Deshalb erhalten Sie diese Version kostenlos. Installieren Sie sie: Ihre Lizenz ist schon auf dem neuesten Stand.`,
  action: 'Zu meinen Produkten',
};
