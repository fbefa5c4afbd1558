import { mailJob } from '../src/platform/mail/mail-job.ts';
import type { MailTransport } from '../src/platform/mail/transport.ts';
import type { System } from '../src/platform/system.ts';
import { runJobs } from './payments.ts';

/** What a mail server does with a mail to an address: it takes it, or refuses it for good. */
export type MailServer = (recipient: string) => 'Taken' | 'Refused';

const takeAll: MailServer = () => 'Taken';

/** Sends the mails that wait, to a mail server that by default takes them all; null: there is none. */
export function sendMails(system: System, server: MailServer | null = takeAll): Promise<void> {
  const sender = { address: 'no-reply@shop.example' };
  const transport = server === null ? undefined : transportTo(server);
  const { kind } = mailJob;
  const handler = ({ database, clock, log }: System) =>
    mailJob.handler({ database, clock, log, transport, sender });
  return runJobs(system, { kind, handler });
}

function transportTo(server: MailServer): MailTransport {
  return {
    sendMail: async ({ envelope }) => {
      const recipients = [envelope?.to ?? []].flat().map(String);
      if (recipients.every((recipient) => server(recipient) === 'Taken')) return;
      throw Object.assign(new Error('550 no such user'), { command: 'RCPT TO', permanent: true });
    },
  };
}
