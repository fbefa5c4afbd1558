import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { theme } from './theme.ts';

const DARK = '(prefers-color-scheme: dark)';

interface ThemeProviderProps {
  /** The browser's choice when absent. */
  readonly colorScheme: 'light' | 'dark' | undefined;
  readonly children: ReactNode;
}

/**
 * The theme of every page. It replaces `MantineProvider`, which computes colors and writes them into style elements:
 * the policy of the pages does not allow these, and `theme.css` has the colors.
 */
export function ThemeProvider({ colorScheme, children }: ThemeProviderProps) {
  useLayoutEffect(() => showScheme(colorScheme), [colorScheme]);
  return (
    <MantineContext value={MANTINE}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

const MANTINE = {
  colorScheme: 'auto',
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
} as const;

/**
 * Sets the color scheme for the stylesheets, and follows the browser's; paper is light. Returns a function that stops
 * this.
 */
function showScheme(colorScheme: 'light' | 'dark' | undefined): () => void {
  const root = document.documentElement;
  const browser = matchMedia(DARK);
  const paper = matchMedia('print');
  const show = () => {
    const scheme = colorScheme ?? (browser.matches ? 'dark' : 'light');
    root.dataset['mantineColorScheme'] = paper.matches ? 'light' : scheme;
  };
  root.dataset['respectReducedMotion'] = 'true';
  show();
  for (const query of [browser, paper]) query.addEventListener('change', show);
  return () => {
    for (const query of [browser, paper]) query.removeEventListener('change', show);
  };
}
