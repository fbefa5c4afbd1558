const OWNER = 'Olga Owner';
const KEY = 'Web shop';
const CREDENTIAL = 'o2fSb5nWkZr1q0Yd3xCkVw';
const LINK_CODE = 'Zm9yIG9uZSB1c2UsIHdpdGhpbiB0aGUgaG91ciBfMTI';

/** Values of the properties of those who act for a vendor: operators and API keys. */
export const ACCESS_EXAMPLES: Readonly<Record<string, unknown>> = {
  'ApiKey.name': KEY,
  'ApiKeyWithSecret.name': KEY,
  'NewApiKey.name': KEY,
  'Operator.name': OWNER,
  'NewOperator.name': OWNER,
  'OperatorLink.name': OWNER,
  'OperatorLinkCode.code': LINK_CODE,
  'OperatorLinkPasskey.code': LINK_CODE,
  'OperatorWelcome.code': LINK_CODE,
  'OperatorCodeSetUp.secret': 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'OperatorCodeSetUp.uri':
    'otpauth://totp/Demo%20Audio:olga%40example.com?issuer=Demo%20Audio&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'OperatorRecoveryCodes.recoveryCodes': 'k3vd-6wqa-n2xh',
  'OperatorPasskey.name': 'Laptop of Olga',
  'NewOperatorPasskey.name': 'Laptop of Olga',
  'OperatorPasskeyCreation.challenge': LINK_CODE,
  'OperatorPasskeyRequest.challenge': LINK_CODE,
  'OperatorPasskeyRequest.rpId': 'licenses.example.com',
  'OperatorPasskeyAlgorithm.alg': -7,
  'OperatorPasskeyParty.id': 'licenses.example.com',
  'OperatorPasskeyParty.name': 'Demo Audio',
  'OperatorPasskeyUser.name': 'olga@example.com',
  'OperatorPasskeyUser.displayName': OWNER,
  'OperatorPasskeySignature.id': CREDENTIAL,
  'OperatorPasskeySignature.rawId': CREDENTIAL,
  'OperatorPasskeyCredential.id': CREDENTIAL,
  'OperatorPasskeyCredential.rawId': CREDENTIAL,
  'OperatorProvider.name': 'Demo Audio ID',
  'OperatorProviderDeparture.url': 'https://id.example.com/authorize?client_id=latchkey',
  'OperatorProviderDeparture.attempt': LINK_CODE,
  'OperatorProviderArrival.attempt': LINK_CODE,
  'OperatorProviderArrival.query': '?code=4a1f&state=9c2e',
  'OperatorAccount.name': 'Demo Audio',
  'OperatorAccount.id': 'demo',
  'OperatorAccount.locale': 'en',
  'OperatorAccount.timeZone': 'Europe/Berlin',
  'OperatorLink.accountName': 'Demo Audio',
};
