import { useNavigate, useRouterState } from '@tanstack/react-router';

/**
 * Whether the dialog with this name is open, and a function that opens or closes it. The address says it, after `#`, so that
 * the search can lead to it from any page.
 */
export function useAddressDialog(
  name: string,
): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const isOpen = useRouterState({ select: ({ location }) => location.hash === name });
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
