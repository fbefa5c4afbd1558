import { defineProblem } from '../../kernel/problem.ts';

/** The mail held something that works once, told what had just happened, or is older than this server. */
export const mailNotRepeatable = defineProblem({
  status: 409,
  errorType: 'MailNotRepeatable',
  title: 'The mail cannot be sent again',
  detail:
    'This mail cannot be sent again: its link worked once, or it told what had just happened. The customer can ask for a new one on the page where they asked before.',
});
