export { messageHolders, sendTestMessage } from './message-holders.ts';
export { mailNotRepeatable } from './problems.ts';
export { addresseesOfMails } from './queries.ts';
export { canSendAgain } from './repeatable.ts';
export { sendMailAgain } from './send-mail-again.ts';
