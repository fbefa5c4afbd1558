import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ConnectionLost } from './failures/failures.ts';
import { FailureState } from './failures/failure-state.tsx';

type State<Props> = { readonly Part: ComponentType<Props> } | { readonly isLost: true };

/**
 * A part of a page whose code loads when it is first shown. If that fails, it says so in its place and offers to try
 * again; unlike with `React.lazy`, the rest of the page stays, with all input.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode,
  /** The alternative when it does not load. */
  wayOut?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let latest: State<Props> | undefined;
  return function LazyPart(props) {
    const [state, setState] = useState(latest);
    const [attempt, setAttempt] = useState(1);
    useEffect(() => {
      let isShown = true;
      const become = (next: State<Props>) => {
        if (isShown) setState(next);
      };
      load().then(
        (Part) => {
          latest = { Part };
          become(latest);
        },
        () => {
          become({ isLost: true });
        },
      );
      return () => {
        isShown = false;
      };
    }, [attempt]);
    if (state === undefined) return placeholder;
    if ('Part' in state) return <state.Part {...props} />;
    const retry = () => {
      setState(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <>
        <FailureState failure={new ConnectionLost()} onRetry={retry} takesFocus />
        {wayOut?.(props)}
      </>
    );
  };
}
