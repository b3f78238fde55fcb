import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

/**
 * Writes the API report of one entry.
 *
 * @param {string} name of the entry, and of the report
 * @param {{ home: string, types: string, into: string }} where the package's folder, its declaration file, the report's folder
 * @returns {string[]} problems
 */
export function reportEntry(name, { home, types, into }) {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: home,
      mainEntryPointFilePath: join(home, types),
      compiler: { overrideTsconfig: settings(home, types) },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        // A type that is used but cannot be named from this entry is part of what its user sees.
        includeForgottenExports: true,
        reportFolder: into,
        reportTempFolder: `${into}-temp`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      newlineKind: /** @type {any} */ ('lf'),
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          // Release tags are not used here: what an entry exports is public.
          default: { logLevel: ExtractorLogLevel.None },
          'ae-unresolved-link': { logLevel: ExtractorLogLevel.Error },
        },
        tsdocMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Error },
          // An object in a sentence, as in injectedClient({ client }), is no tag that went wrong.
          'tsdoc-escape-right-brace': { logLevel: ExtractorLogLevel.None },
          'tsdoc-malformed-inline-tag': { logLevel: ExtractorLogLevel.None },
        },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(home, 'package.json'),
  })
  /** @type {string[]} */
  const problems = []
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true
      if (message.logLevel !== ExtractorLogLevel.Error) return
      problems.push(`${name}: ${message.text}`)
    },
  })
  return problems
}

/** @param {string} home @param {string} types */
function settings(home, types) {
  return {
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: [],
      jsx: 'react-jsx',
      strict: true,
      skipLibCheck: true,
    },
    files: [join(home, types)],
  }
}
