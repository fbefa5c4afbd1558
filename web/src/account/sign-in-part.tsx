import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { Loading } from './loading.tsx';

/** Of the form with its links, in pixels. */
const HEIGHT = 420;

/** Sign in, sign up, or get a new password; loads for readers who are not signed in. */
export const SignInPart = lazyPart(
  () => import('./sign-in-panel.tsx').then(({ SignInPanel }) => SignInPanel),
  <Loading heights={[HEIGHT]} />,
);
