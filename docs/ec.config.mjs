import { wholeOptions } from './plugins/wholeOptions.mjs'

/**
 * How blocks of code are shown. Long lines wrap: a block that scrolls would be a landmark without a name. The indent of a continued
 * line tells it from a new statement.
 */
export default {
  themes: ['github-dark-high-contrast', 'github-light-high-contrast'],
  defaultProps: { wrap: true, hangingIndent: 4 },
  plugins: [wholeOptions()],
}
