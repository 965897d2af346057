// Theme of the back office: the framework's dense theme in the colours of ui/src/tokens.css, light and dark.
import type { CheckboxProps } from '@mui/material'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

interface Colours {
  paper: string
  surface: string
  ink: string
  quiet: string
  line: string
  action: string
  onAction: string
  actionSoft: string
  award: string
  loss: string
}

const LIGHT: Colours = {
  paper: '#f5f4ef',
  surface: '#ffffff',
  ink: '#14181f',
  quiet: '#5a6270',
  line: '#e5e3da',
  action: '#2740e6',
  onAction: '#ffffff',
  actionSoft: '#e9ecfe',
  award: '#8a5a00',
  loss: '#b3261e',
}
const DARK: Colours = {
  paper: '#0e1014',
  surface: '#171a20',
  ink: '#f1f0eb',
  quiet: '#a2a9b6',
  line: '#272b34',
  action: '#93a4ff',
  onAction: '#0e1014',
  actionSoft: '#1f2547',
  award: '#f4c866',
  loss: '#ff8a80',
}

const DATA_TABLE = {
  styleOverrides: {
    root: {
      // References and times never wrap.
      '& .column-reference, & .column-username, & .column-account, & .column-at, & [class*="_at"], & [class*="_day"], & [class*="_since"]':
        { whiteSpace: 'nowrap' },
      '& td .MuiButton-root': { whiteSpace: 'nowrap' },
      '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
      '@media (max-width: 1199px)': {
        '& th, & td': { paddingLeft: 8, paddingRight: 8 },
        '& td.column-reason': { minWidth: 240 },
        // The table scrolls; cells do not shrink to one word per line.
        '& td > .MuiTypography-root': {
          display: 'inline-block',
          width: 'max-content',
          maxWidth: 280,
        },
      },
    },
  },
}

function componentsOf(colours: Colours): NonNullable<RaThemeOptions['components']> {
  return {
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    // As the member app's cards: a hairline, no shadow.
    MuiCard: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { border: `1px solid ${colours.line}`, boxShadow: 'none' } },
    },
    // Puts aria-label on the input, not on its wrapper; the framework's row checkboxes already have it
    // there.
    MuiCheckbox: {
      defaultProps: { slotProps: { input: (box: CheckboxProps) => ({ 'aria-label': box['aria-label'] }) } },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 6 } } },
    // The framework greys out unselected buttons as if they were disabled.
    MuiToggleButton: {
      styleOverrides: { root: { '&:not(.Mui-disabled, .Mui-selected)': { color: colours.quiet } } },
    },
    MuiAlert: {
      styleOverrides: { standardInfo: { backgroundColor: colours.actionSoft, color: colours.ink } },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: {
          backgroundColor: colours.surface,
          color: colours.ink,
          borderBottom: `1px solid ${colours.line}`,
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: colours.line },
        // A narrow table scrolls instead of wrapping its headings word by word.
        head: { whiteSpace: 'nowrap' },
      },
    },
    // On a narrow screen a wide table scrolls inside its container instead of widening the page.
    RaLayout: { styleOverrides: { root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0 } } } },
    RaList: { styleOverrides: { root: { '& .RaList-main': { minWidth: 0 } } } },
    RaDataTable: DATA_TABLE,
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          '&.RaMenuItemLink-active': {
            color: colours.action,
            backgroundColor: colours.actionSoft,
            fontWeight: 700,
          },
        },
      },
    },
  }
}

function themed(base: typeof defaultLightTheme, mode: 'light' | 'dark', colours: Colours): RaThemeOptions {
  return {
    ...base,
    sidebar: { width: 240, closedWidth: 84 },
    shape: { borderRadius: 10 },
    motion: { reducedMotion: 'system' },
    palette: {
      mode,
      primary: { main: colours.action, contrastText: colours.onAction },
      secondary: { main: colours.action, contrastText: colours.onAction },
      error: { main: colours.loss },
      warning: { main: colours.award },
      info: { main: colours.action },
      success: { main: colours.action, contrastText: colours.onAction },
      background: { default: colours.paper, paper: colours.surface },
      text: { primary: colours.ink, secondary: colours.quiet },
      divider: colours.line,
    },
    typography: {
      fontFamily: "'Manrope Variable', system-ui, sans-serif",
      fontSize: 13,
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: { ...base.components, ...componentsOf(colours) },
  }
}

export const lightTheme = themed(defaultLightTheme, 'light', LIGHT)
export const darkTheme = themed(defaultDarkTheme, 'dark', DARK)
