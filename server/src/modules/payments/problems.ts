import { defineProblem } from '../../kernel/problem.ts';

export const paymentsNotConfigured = defineProblem({
  status: 409,
  errorType: 'PaymentsNotConfigured',
  title: 'This shop takes no payments yet',
  detail: 'This shop cannot take payments yet. Please contact the vendor.',
});

/** 400: a message for the address of events that the provider did not sign. */
export const invalidEventSignature = defineProblem({
  status: 400,
  errorType: 'InvalidEventSignature',
  title: 'The event is not signed by the payment provider',
  detail: 'The signature of the event is missing or wrong.',
});
