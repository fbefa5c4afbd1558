import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading } from './loading.tsx';

const SignInPanel = lazy(() =>
  import('./sign-in-panel.tsx').then((module) => ({ default: module.SignInPanel })),
);

/** Of the form with its links, in pixels. */
const HEIGHT = 420;

/** Sign in, sign up, or get a new password; it loads for those who are not signed in. */
export function SignInPart(props: ComponentProps<typeof SignInPanel>) {
  return (
    <Suspense fallback={<Loading heights={[HEIGHT]} />}>
      <SignInPanel {...props} />
    </Suspense>
  );
}
