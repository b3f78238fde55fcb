import { wholeOptions } from './plugins/wholeOptions.mjs'

/**
 * How blocks of code are shown. Long lines wrap: a block that scrolls would be a landmark without a name. The indent of a continued
 * line tells it from a new statement.
 */
export default {
  themes: ['github-dark-high-contrast', 'github-light-high-contrast'],
  defaultProps: { wrap: true, hangingIndent: 4 },
  useStarlightUiThemeColors: true,
  styleOverrides: {
    borderRadius: '0.375rem',
    borderColor: 'var(--line)',
    codeBackground: 'var(--panel)',
    frames: {
      frameBoxShadowCssValue: 'none',
      editorTabBarBackground: 'var(--sl-color-bg-sidebar)',
      editorTabBarBorderBottomColor: 'var(--line)',
      editorActiveTabBackground: 'var(--panel)',
      editorActiveTabIndicatorTopColor: 'transparent',
      editorActiveTabIndicatorBottomColor: 'var(--sl-color-accent)',
      editorBackground: 'var(--panel)',
      terminalBackground: 'var(--panel)',
      terminalTitlebarBackground: 'var(--sl-color-bg-sidebar)',
      terminalTitlebarBorderBottomColor: 'var(--line)',
    },
  },
  plugins: [wholeOptions()],
}
