import type { HeldMailTexts } from './held-en.ts';

/** The texts of the mail to the vendor about renewals that are held. */
export const de: HeldMailTexts = {
  subject: 'Verlängerungen von Abos können nicht abgebucht werden',
  waitingSubject: 'Verlängerungen von Abos warten auf Sie',
  reasons: {
    Overdue: 'Verlängerungen sind seit mehr als 72 Stunden überfällig, etwa nach einem Ausfall des Servers.',
    ClockJump: 'Die Uhr des Servers ist um mehr als einen Tag gesprungen.',
    Closed: 'Ihr Shop ist geschlossen.',
    Unlicensed: 'Jede Lizenz eines Abos ist widerrufen oder gesperrt.',
    NotConnected: 'Ihr Shop nimmt keine Zahlungen an: Kein Zahlungsdienst ist verbunden.',
    Amount: 'Ihr Zahlungsdienst bucht den Betrag einer Verlängerung nicht ab.',
    TaxDetails: 'Ihr Shop erhebt Steuern, und das Land eines Kunden oder andere Angaben dafür fehlen.',
    Provider: 'Ihr Zahlungsdienst antwortet nicht oder weist Ihren Shop ab. Das Log des Servers sagt, warum.',
  },
  goesOn:
    'Bis das behoben ist, wird nichts abgebucht. Danach geht es von selbst weiter: Ein neuer Versuch folgt nach einer Stunde, später nach bis zu einem Tag. Zeiträume, die bis dahin vergehen, werden nicht nachträglich abgebucht. Ihre Kunden erfahren davon nichts.',
  waits:
    'Sie werden nur abgebucht, wenn Sie sie freigeben: Prüfen Sie zuerst, ob die Uhr des Servers richtig geht. Die Lizenzen enden mit der Kulanzfrist, wenn Sie die Verlängerungen nicht vorher freigeben oder schenken.',
  looksAgain:
    'Solange wird nichts abgebucht. Innerhalb von sechs Stunden, nachdem das vorbei ist, geht es von selbst weiter; was dann seit mehr als 72 Stunden überfällig ist, wartet, bis Sie es freigeben. Die Lizenzen enden mit der Kulanzfrist, wenn Sie den Zeitraum nicht vorher schenken.',
  keeps: 'Kunden, deren Zahlungen in Ordnung waren, behalten solange ihre Lizenzen.',
  ends: 'Ihre Lizenzen enden mit der Kulanzfrist, wenn es nicht vorher behoben ist.',
  list: 'Im Dashboard und in der Core API finden Sie alle unter den Abos, deren Zahlung angehalten ist. Sie können sie auch kündigen oder den Zeitraum schenken.',
  first: (subscriptionId) => `Eines davon: Abo ${subscriptionId}`,
  onceADay: 'Für jeden Grund erhalten Sie diese Mail höchstens einmal am Tag.',
  onceADayAndWeek:
    'Für jeden Grund erhalten Sie diese Mail höchstens einmal am Tag, und jede Woche, solange es dauert.',
};
