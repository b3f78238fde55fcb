import { levelValues, LEVEL_VALUES } from '../project/levelValues.ts'
import type { Project } from './project.ts'

/**
 * The declaration of the variables that the layer reads: `telltaleVariables.d.ts`. Without it, a compiler with
 * `noPropertyAccessFromIndexSignature` rejects the only form in which bundlers replace them. Undefined where there are none.
 */
export function variablesModule({ framework, language, vendors }: Project): string | undefined {
  const { file, prefix } = levelValues(framework)
  if (file === undefined || language === 'js') return undefined
  const fields = LEVEL_VALUES.filter((value) => value !== 'INTERCOM_APP_ID' || vendors.intercom).map(
    (value) => `readonly ${prefix}${value}?: string`,
  )
  if (framework === 'next')
    return `// The variables that telltale.ts reads.
declare namespace NodeJS {
  interface ProcessEnv {
${fields.map((field) => `    ${field}\n`).join('')}  }
}
`
  return `// The variables that telltale.ts reads.
interface ImportMetaEnv {
${fields.map((field) => `  ${field}\n`).join('')}}
`
}
