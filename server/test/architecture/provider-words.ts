/** Texts with a legitimate reason to contain the name of an adapter. */
export const PROVIDER_WORDS: readonly { readonly file: string; readonly reason: string }[] = [
  {
    file: 'server/src/modules/accounts/settings/settings.ts',
    reason: 'the default of the setting that names it',
  },
  { file: 'server/src/modules/licensing/tables.ts', reason: 'stripes of a counter' },
  { file: 'server/src/modules/licensing/store/usage.ts', reason: 'stripes of a counter' },
  { file: 'server/src/platform/config.ts', reason: 'the address of a stand-in' },
  { file: 'server/src/platform/config-payments.ts', reason: 'the address of a stand-in' },
  { file: 'server/src/cli/payment-commands.ts', reason: 'examples of commands' },
  { file: 'server/src/api/core/payment-connection.ts', reason: 'an example in the document' },
  {
    file: 'server/src/api/operators/dashboard-content-words.ts',
    reason: 'the words of a page, which names the provider to connect',
  },
  { file: 'server/src/modules/payments/providers/index.ts', reason: 'the list of adapters' },
  { file: 'server/src/platform/http/pages/docs-page.ts', reason: 'a directive of a security policy' },
  { file: 'server/src/platform/http/pages/page-policy.ts', reason: 'a directive of a security policy' },
];
