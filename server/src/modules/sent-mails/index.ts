export { messageHolders, sendTestMessage } from './message-holders.ts';
export { mailNotRepeatable } from './problems.ts';
export { recipientOfMail } from './queries.ts';
export { canSendAgain } from './repeatable.ts';
export { sendMailAgain } from './send-mail-again.ts';
