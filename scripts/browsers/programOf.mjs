import { join } from 'node:path'
import ts from 'typescript'

/**
 * Sources as TypeScript sees them, with the settings of their package.
 *
 * @param {string} home the folder of the package
 * @param {readonly string[]} sources
 * @returns {ts.Program}
 */
export function programOf(home, sources) {
  const config = ts.getParsedCommandLineOfConfigFile(join(home, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })
  if (!config) throw new Error(`${home} has no tsconfig.json.`)
  return ts.createProgram(sources, config.options)
}
