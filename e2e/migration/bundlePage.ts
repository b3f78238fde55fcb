import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** Whose SDK is behind a page: the one that the page was written for, or Telltale in its place. */
export type Sdk = 'LaunchDarkly' | 'Telltale'

/** What moving over is: the name that is imported, and that of the client which takes its place. */
const ALIAS = {
  'launchdarkly-js-client-sdk': 'telltale/launchdarkly',
  '@launchdarkly/js-client-sdk': 'telltale/launchdarkly',
}

/** One module of a page of `pages/`, and all it imports, with the client of this SDK. */
export async function bundlePage(page: string, sdk: Sdk): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sdk === 'Telltale' ? ALIAS : {} },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL(`pages/${page}`, import.meta.url)) },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
