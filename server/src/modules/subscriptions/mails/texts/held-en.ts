/** The texts of the mail to the vendor about renewals that are held. */
export const en = {
  subject: 'Renewals of subscriptions cannot be charged',
  waitingSubject: 'Renewals of subscriptions wait for you',
  reasons: {
    Overdue: 'Renewals are overdue for more than 72 hours, such as after an outage of the server.',
    ClockJump: 'The clock of the server has jumped by more than a day.',
    Closed: 'Your store is closed.',
    Unlicensed: 'Every license of a subscription is revoked or suspended.',
    NotConnected: 'Your shop takes no payments: no payment service is connected.',
    Amount: 'Your payment service does not charge the amount of a renewal.',
    TaxDetails:
      'Your shop collects taxes, and the country of a customer is missing, or details that taxes need.',
    Provider: 'Your payment service does not respond, or refuses your shop. The log of the server says why.',
  },
  goesOn:
    'Nothing is charged until that is mended, and then the renewals go on by themselves: they are tried again after an hour, later after up to a day. Periods that pass until then are not charged later. Your customers are told nothing.',
  waits:
    'They are charged only if you release them: first make sure that the clock of the server is right. Licenses end with the grace unless you release or skip their renewals before.',
  looksAgain:
    'Nothing is charged meanwhile. Within six hours after that has ended, they go on by themselves; those that are overdue for more than 72 hours by then wait until you release them. Licenses end with the grace unless you give the period away before.',
  keeps: 'Customers whose payments were in order keep their licenses meanwhile.',
  ends: 'Their licenses end with the grace, unless it is mended before.',
  list: 'All of them are among the subscriptions whose payment is held, in the dashboard and in the Core API. You can also cancel them, or give the period away.',
  first: (subscriptionId: string) => `One of them: subscription ${subscriptionId}`,
  onceADay: 'You get this mail once a day at most for each reason.',
  onceADayAndWeek: 'You get this mail once a day at most for each reason, and every week while it lasts.',
};

export type HeldMailTexts = typeof en;
