import type { ClosedTexts } from './closed-en.ts';

export const closedDe: ClosedTexts = {
  title: 'Dieser Shop ist geschlossen',
  Released: (vendor) =>
    `${vendor} verkauft hier nichts mehr. Was Sie gekauft haben, bleibt Ihnen: In Ihrem Konto können Sie es herunterladen, aktivieren und Ihre Geräte verwalten. Dort sind auch Ihre Bestellungen und Belege.`,
  Closed: (vendor) =>
    `${vendor} verkauft hier nichts mehr. Auch Downloads und Aktivierungen gibt es nicht mehr: Eine aktivierte Anwendung läuft, bis sie ihre Lizenz wieder prüfen muss. Ihre Bestellungen und Belege bleiben in Ihrem Konto.`,
};
