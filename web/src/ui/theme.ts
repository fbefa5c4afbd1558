import {
  Button,
  type CSSVariablesResolver,
  Input,
  type MantineColorsTuple,
  createTheme,
} from '@mantine/core';
import classes from './theme.module.css';

/** One hue, ten steps; white text on step 6 and darker has a contrast above 4.5. */
const harbour: MantineColorsTuple = [
  '#f1f8ff',
  '#e0efff',
  '#bddcff',
  '#93c2f7',
  '#69a7ec',
  '#428cdb',
  '#1c6fbe',
  '#045da7',
  '#004c8d',
  '#053b6c',
];

const gray: MantineColorsTuple = [
  '#f9fafc',
  '#f2f4f7',
  '#e9ebef',
  '#dbdee3',
  '#c9ced6',
  '#868d98',
  '#5c6470',
  '#454d58',
  '#323842',
  '#192029',
];

const dark: MantineColorsTuple = [
  '#e5e8ed',
  '#c6cbd1',
  '#acb1b9',
  '#8d939b',
  '#3f454e',
  '#343a43',
  '#282d35',
  '#1d2229',
  '#14181e',
  '#0e1218',
];

/** The look of every page. Components take sizes and colours from here, never from literals. */
export const theme = createTheme({
  colors: { harbour, gray, dark },
  primaryColor: 'harbour',
  primaryShade: 6,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650', textWrap: 'balance' },
  components: {
    Button: Button.extend({ classNames: { root: classes.button, label: classes.buttonLabel } }),
    Input: Input.extend({ classNames: { wrapper: classes.field } }),
  },
});

/** Stronger colours where Mantine's own choice is too faint to read (WCAG 2.2 AA). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-text': colors.gray[9],
    '--mantine-color-dimmed': colors.gray[6],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-red-light': colors.red[0],
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-yellow-light': colors.yellow[0],
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-green-light': colors.green[0],
    '--mantine-color-green-light-color': '#1e6b2e',
    '--mantine-color-harbour-light-color': harbour[7],
  },
  dark: {
    '--mantine-color-text': colors.dark[0],
    '--mantine-color-dimmed': colors.dark[2],
    '--mantine-color-placeholder': colors.dark[3],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-red-light': '#33181b',
    '--mantine-color-red-light-color': colors.red[3],
    '--mantine-color-yellow-light': '#2e2613',
    '--mantine-color-yellow-light-color': colors.yellow[3],
    '--mantine-color-green-light': '#16291c',
    '--mantine-color-green-light-color': colors.green[3],
    '--mantine-color-harbour-light': '#1a2f45',
    '--mantine-color-harbour-light-color': harbour[3],
  },
});
