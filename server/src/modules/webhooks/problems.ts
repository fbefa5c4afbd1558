import { defineProblem } from '../../kernel/problem.ts';

/** 409: the account has as many endpoints as its operator allows. */
export const tooManyWebhooks = defineProblem({
  status: 409,
  errorType: 'TooManyWebhooks',
  title: 'There are too many webhook endpoints',
  detail:
    'The account already has as many webhook endpoints as it may have. Delete one that you do not need.',
});

/** 409: a replay of the endpoint still runs. */
export const replayRunning = defineProblem({
  status: 409,
  errorType: 'ReplayRunning',
  title: 'A replay is still running',
  detail: 'The endpoint still receives the events of an earlier replay. Try again when it is finished.',
});

/** 409: a disabled endpoint gets nothing but tests. */
export const webhookDisabled = defineProblem({
  status: 409,
  errorType: 'WebhookDisabled',
  title: 'The webhook endpoint is disabled',
  detail: 'A disabled endpoint gets nothing but tests. Enable it first.',
});
