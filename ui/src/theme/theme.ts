import { type ButtonProps, colorsTuple, createTheme } from '@mantine/core';
import classes from './theme.module.css';

/**
 * The look of every page. Components take sizes and colors from here, never from literals; the colors themselves are in
 * `theme.css`, so this only declares one called `brand`.
 */
export const theme = createTheme({
  colors: { brand: colorsTuple('#1c6fbe') },
  primaryColor: 'brand',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Plain objects: `extend` would load the components with the first page, whether or not it has fields.
    Button: {
      classNames: { root: classes.button, label: classes.buttonLabel },
      vars: (_theme: unknown, { variant = 'filled', color }: ButtonProps) => ({
        root: variant === 'filled' && color === undefined ? FILL : {},
      }),
    },
    Input: { classNames: { wrapper: classes.field } },
  },
});

/** The accent of the vendor, and the text that is readable on it. */
const FILL = {
  '--button-bg': 'var(--lk-fill)',
  '--button-hover': 'var(--lk-fill-hover)',
  '--button-color': 'var(--lk-on-fill)',
  '--button-bd': '1px solid var(--lk-fill-edge)',
};
