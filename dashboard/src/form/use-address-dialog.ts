import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Whether the dialog with this name is open, and a function that opens or closes it. The address says it, after `#`, so that
 * the search can lead to it from any page; while that page loads, the one before does not take the dialog for its own.
 */
export function useAddressDialog(
  name: string,
): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const router = useRouter();
  const [path] = useState(() => router.state.location.pathname);
  const isOpen = useRouterState({
    select: ({ location }) => location.hash === name && location.pathname === path,
  });
  const navigate = useNavigate();
  const setOpen = (isWanted: boolean) => {
    void navigate({
      to: '.',
      search: true,
      ...(isWanted && { hash: name }),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  return [isOpen, setOpen];
}
