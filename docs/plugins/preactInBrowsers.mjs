/** What browsers load in place of React. Its size would be most of a page with a live example. @type {Readonly<Record<string, string>>} */
const IN_PLACE = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/**
 * The live examples are rendered by React at the build, and run on Preact in the browser, so that a page with one stays small.
 *
 * @returns {import('vite').Plugin}
 */
export function preactInBrowsers() {
  return {
    name: 'preact-in-browsers',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      const target = this.environment.name === 'client' ? IN_PLACE[id] : undefined
      return target === undefined ? null : this.resolve(target, importer, { skipSelf: true })
    },
  }
}
