import * as kernel from '../../src/kernel/problem.ts';
import * as licensing from '../../src/modules/licensing/problems.ts';
import { malformedRequest, problemBody } from '../../src/platform/http/route/problem-body.ts';

/** The refusals of the operations that applications call, as the routes declare them. */
const OPERATIONS = {
  validateLicenseToken: [
    licensing.licenseRevoked,
    licensing.licenseActivationRevoked,
    licensing.licenseExpired,
    licensing.invalidLicenseToken,
    licensing.licenseOwnerChanged,
    licensing.productInactive,
    licensing.releaseNotCovered,
    licensing.licenseTokenMissing,
  ],
  revokeLicenseToken: [
    licensing.invalidLicenseToken,
    licensing.offlineToken,
    licensing.trialsCannotBeRevoked,
    licensing.seatOfFormerOwner,
    licensing.licenseTokenMissing,
    licensing.releaseNotAllowed,
    licensing.releaseTooSoon,
  ],
  pollActivation: [
    licensing.activationRequestCancelled,
    licensing.activationRequestExpired,
    licensing.licenseRevoked,
    licensing.licenseActivationRevoked,
    licensing.licenseExpired,
    licensing.licenseOwnerChanged,
    licensing.productInactive,
  ],
} as const;

const ANYWHERE = [
  kernel.invalidInput,
  malformedRequest,
  kernel.notFound,
  kernel.payloadTooLarge,
  kernel.rateLimited,
  kernel.overloaded,
];
const ENDINGS = new Set([
  'LicenseRevoked',
  'LicenseActivationRevoked',
  'LicenseExpired',
  'InvalidLicenseToken',
]);
const PROBLEM = 'application/problem+json';

/** Everything in `docs/vectors/answers.json`: `means` is `End` (delete the license), `Refusal` or `Temporary`. */
export function answerVectors() {
  const refusals = Object.entries(OPERATIONS).flatMap(([operation, kinds]) =>
    [...kinds, ...ANYWHERE].map((problem) => {
      const { status, errorType } = problem.kind;
      const isTemporary = status === 429 || status >= 500;
      const isEnd =
        operation === 'revokeLicenseToken'
          ? errorType === 'LicenseOwnerChanged'
          : operation === 'validateLicenseToken' && ENDINGS.has(errorType);
      const body = JSON.stringify(problemBody(problem(), 'trace-1'));
      return {
        operation,
        status,
        contentType: `${PROBLEM}; charset=utf-8`,
        body,
        means: isTemporary ? 'Temporary' : isEnd ? 'End' : 'Refusal',
      };
    }),
  );
  const end = JSON.stringify(problemBody(licensing.licenseRevoked(), 'trace-1'));
  const strange = (status: number, contentType: string, body: string) => ({
    operation: 'validateLicenseToken',
    status,
    contentType,
    body,
    means: 'Temporary',
  });
  return [
    ...refusals,
    strange(400, 'application/json', end),
    strange(400, 'text/html', end),
    strange(400, PROBLEM, end.slice(0, -10)),
    strange(403, PROBLEM, end),
    strange(400, PROBLEM, end.replace('"status":400', '"status":503')),
    strange(503, PROBLEM, end),
    strange(400, PROBLEM, '[]'),
    strange(400, 'text/plain', 'Bad Request'),
    strange(502, 'text/html', '<h1>Bad Gateway</h1>'),
  ];
}
