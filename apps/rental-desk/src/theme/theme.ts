import { Button, createTheme, Input, type MantineColorsTuple } from '@mantine/core'

/** The yellow of the machines. */
const signal: MantineColorsTuple = [
  '#fff8e3',
  '#ffefc2',
  '#ffe296',
  '#ffd364',
  '#fbc436',
  '#f5b70f',
  '#d69b00',
  '#a67600',
  '#785500',
  '#4d3700',
]

const gray: MantineColorsTuple = [
  '#f5f7f7',
  '#ebeeee',
  '#dde2e2',
  '#c8cfcf',
  '#a9b2b2',
  '#838f8f',
  '#637070',
  '#485353',
  '#313a3b',
  '#1c2223',
]

const dark: MantineColorsTuple = [
  '#e7ebea',
  '#c5cccb',
  '#9aa4a3',
  '#707b7a',
  '#465050',
  '#343d3d',
  '#272e2f',
  '#1b2122',
  '#131718',
  '#0b0e0f',
]

const family = "'Archivo Variable', system-ui, sans-serif"

export const theme = createTheme({
  primaryColor: 'signal',
  primaryShade: 5,
  autoContrast: true,
  colors: { signal, gray, dark },
  black: '#15191b',
  fontFamily: family,
  headings: { fontFamily: family, fontWeight: '700' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.375rem' },
  defaultRadius: 'sm',
  radius: { sm: '3px' },
  cursorType: 'pointer',
  focusClassName: 'desk-focus',
  components: {
    Button: Button.extend({ styles: { label: { fontWeight: 650 } } }),
    InputWrapper: Input.Wrapper.extend({ styles: { label: { fontWeight: 600, marginBottom: '0.25rem' } } }),
  },
})
