import type { MailTemplate, SampleMail, SamplePlace } from '../accounts/index.ts';
import type { CodePurpose } from './tables.ts';
import { de } from './texts/de.ts';
import { en, type IdentityTexts } from './texts/en.ts';

/** The purposes of the codes that have a mail of their own; `DenyAccount` is the alternative in two of them. */
export type MailedPurpose = Exclude<CodePurpose, 'DenyAccount'>;

/** The mails with a code. Notices that protect an account have no template: nobody else may say what happened to it. */
export const CODE_TEMPLATES: Readonly<Record<MailedPurpose | 'FirstPassword', MailTemplate<'customer'>>> = {
  ConfirmAccount: codeTemplate('confirm-account', 'ConfirmAccount'),
  ConfirmEmail: codeTemplate('confirm-email', 'ConfirmEmail'),
  ChangeEmail: codeTemplate('change-email', 'ChangeEmail'),
  ResetPassword: codeTemplate('reset-password', 'ResetPassword'),
  FirstPassword: codeTemplate('first-password', 'FirstPassword'),
};

function codeTemplate(id: string, purpose: MailedPurpose | 'FirstPassword'): MailTemplate<'customer'> {
  return {
    id,
    group: 'Account',
    placeholders: ['customer'],
    compose: ({ shop, customer }, place) => {
      const texts = place.language === 'de' ? de : en;
      const letterFor = purpose === 'FirstPassword' ? texts.firstPassword : texts.codes[purpose];
      const { subject, heading, text, label, notes } = letterFor(shop);
      return {
        subject,
        heading,
        opening: [texts.hello(customer), text],
        action: { label, url: place.page('/account') },
        notes,
        ...(purpose === 'ConfirmAccount' || purpose === 'ConfirmEmail'
          ? requestOf(texts, place)
          : { paragraphs: [] }),
      };
    },
  };
}

/** Who asked for the mail, and what to do if that was somebody else. */
function requestOf(texts: IdentityTexts, place: SamplePlace): Pick<SampleMail, 'paragraphs' | 'alternative'> {
  return {
    paragraphs: [texts.asked({ time: place.day(0), name: null, browser: 'Firefox', system: 'macOS' })],
    alternative: { ...texts.notMe, url: place.page('/account') },
  };
}
