import type { Command } from 'commander';
import { mailSender } from '../modules/accounts/index.ts';
import { ConfigError } from '../platform/config.ts';
import { checkAddress, defaultSender } from '../platform/mail/addresses.ts';
import { createMailTransport } from '../platform/mail/transport.ts';
import type { MailTextsOptions } from './mail-texts-command.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

/** `latchkey mail …` */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('check the mail server, and word the mails to customers');
  mail
    .command('test')
    .description('send a test mail as the account would, and show the response of the mail server')
    .argument('<address>', 'your own address')
    .option('--account <id>', 'the account; by default the default account')
    .action(testCommand);
  mail
    .command('texts')
    .description("show your own texts of an account's mails, or change some of them")
    .option('--account <id>', 'the account; by default the default account')
    .option('--set <json>', 'the texts to change, by mail and language; null goes back to the standard text')
    .addHelpText(
      'after',
      `
Examples:
  latchkey mail texts
  latchkey mail texts --set '{"receipt": {"en": {"subject": "Thank you, {{customer}}", "text": "Enjoy {{product}}!"}, "de": null}}'`,
    )
    .action(async (options: MailTextsOptions) => {
      const { mailTextsCommand } = await import('./mail-texts-command.ts');
      await mailTextsCommand(options);
    });
}

async function testCommand(recipient: string, { account: id }: { readonly account?: string }): Promise<void> {
  checkAddress(recipient);
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const transport = createMailTransport(system.config.smtpUrl);
    if (transport === undefined) throw new ConfigError(['SMTP_URL is not set: mails stay in the database']);
    const { name, address } = {
      name: account.name,
      ...(mailSender(account) ?? defaultSender(system.config.publicUrl)),
    };
    await transport.sendMail({
      // Objects and an explicit envelope, as in every mail.
      from: { name, address },
      to: { name: '', address: recipient },
      envelope: { from: address, to: [recipient] },
      subject: `Test mail of ${account.name}`.replaceAll(/\p{Cc}/gu, ' '),
      text: `This mail was sent with "latchkey mail test".\nIt came from ${address}, through the mail server of ${system.config.publicUrl}.\n`,
    });
    console.log(
      `The mail server has accepted a mail from ${address} to ${recipient}: check that it arrives.`,
    );
  });
}
