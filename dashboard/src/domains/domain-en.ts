/** The texts about domains; `domain-de.ts` has the same keys. */
export const domainEn = {
  links: (url: string) => `Links in mails and on pages begin with ${url}.`,
  empty: 'No domains of your own yet',
  emptyText:
    'Let the shop, the checkout and the API answer at a domain of yours, such as licenses.example.com.',
  isFirst: 'Links use it',
  isFirstMissing: 'Links in mails use this domain, and it does not work yet.',
  recordType: 'Type',
  recordName: 'Name',
  recordValue: 'Value',
  copyValueOf: (domain: string) => `Copy the value for ${domain}`,
  addresses: 'Leads to',
  states: {
    Fine: 'Leads here',
    Elsewhere: 'Leads elsewhere',
    Missing: 'Leads nowhere yet',
    Unknown: 'Not known',
  },
  stateText: {
    Fine: 'The DNS has an address of this server.',
    Elsewhere: 'That is right only behind a CDN or a proxy of yours. Otherwise correct the DNS record.',
    Missing: 'Add the DNS record at your provider. It can take an hour until everybody sees it.',
    Unknown: 'The DNS did not answer, or does not know this server. Check again in a moment.',
  },
  checkFailed: 'The DNS could not be asked.',
  checkAgain: 'Check again',
  checkAgainOf: (domain: string) => `Check again: ${domain}`,
  add: 'Add a domain',
  addSubmit: 'Add',
  domain: 'Domain',
  addText:
    'Your proxy has to accept the domain and have a certificate for it. If applications use the domain already, only those of this account may. Passkeys of the dashboard work only at the address of links, so whoever has no password needs another passkey after that changes.',
  useForLinks: 'Use it for links from now on',
  remove: 'Remove',
  removeOf: (domain: string) => `Remove ${domain}`,
  removeText:
    'Pages, links in earlier mails and applications that use the domain stop working there. The DNS record stays as it is.',
  devices:
    'Devices in use would reach another account, which refuses their licenses for good. Enter their number to go on.',
  deviceCount: 'Number of devices',
  operatorOnly:
    'This server has several accounts, so only whoever runs it changes domains, with “latchkey account domains”.',
};

/** The texts in one language. */
export type DomainTexts = typeof domainEn;
