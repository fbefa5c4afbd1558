import type { SendMailOptions, Transporter } from 'nodemailer';
import { once } from '../../kernel/once.ts';

/** Hands mails over to a mail server. */
export interface MailTransport {
  /** Resolves when the server has accepted the mail. */
  sendMail(mail: SendMailOptions): Promise<unknown>;
}

/**
 * The transport to the server named by `SMTP_URL`; undefined without one. It connects when a mail is sent. A mail has
 * one recipient, and never contains a file or the content of a URL of this machine.
 */
export function createMailTransport(smtpUrl: string | undefined): MailTransport | undefined {
  if (smtpUrl === undefined) return undefined;
  const transport = once(() => openTransport(smtpUrl));
  return { sendMail: async (mail) => (await transport()).sendMail(mail) };
}

/** Loads nodemailer with the first mail: a shop that sends none saves its memory. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    maxRecipients: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Well below the lease of a job, so that an unresponsive server fails only this attempt.
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

/** Whether the recipient's server permanently refuses this mail (a 5xx to its recipient or its content). */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const command = 'command' in error ? error.command : undefined;
  // A 5xx to anything earlier (sign-in, sender) is a mistake in our configuration, which somebody will fix.
  return (command === 'RCPT TO' || command === 'DATA') && 'permanent' in error && error.permanent === true;
}
