import { readFileSync } from 'node:fs'
import { isRecord } from '../../door/parseJson.ts'
import { isOptionName, OPTION_NAMES, type OptionValues, specOf } from './options.ts'
import { similarTo } from './similarTo.ts'

/**
 * Reads the file of `--config`: options by their names in code, lists as lists.
 *
 * @throws a sentence that names the file, what is wrong in it, and what to do. It quotes no value, which may be a secret.
 */
export function readConfigFile(file: string): Partial<OptionValues> {
  const values = parsed(textOf(file), file)
  if (!isRecord(values)) throw new Error(`${file} must be an object of options, such as { "port": 4810 }.`)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(name, value, file)]))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The configuration file ${file} cannot be read: ${code}. Set --config to a file of JSON.`, {
      cause: error,
    })
  }
}

function parsed(text: string, file: string): unknown {
  let where = ''
  try {
    return JSON.parse(text)
  } catch (error) {
    // What the parser says quotes the text, and is not passed on.
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? []
    if (position !== undefined) where = ` at line ${text.slice(0, Number(position)).split('\n').length}`
  }
  throw new Error(`The configuration file ${file} is not JSON${where}. Write it like { "port": 4810 }.`)
}

function valueOf(name: string, value: unknown, file: string): unknown {
  if (!isOptionName(name)) {
    const meant = similarTo(name, OPTION_NAMES)
    const remedy = meant === undefined ? 'Leave it out: --help lists the options.' : `Did you mean "${meant}"?`
    throw new Error(`${file} has "${name}", which is not an option there. ${remedy}`)
  }
  try {
    return specOf(name).kind.fromJson(value)
  } catch (error) {
    throw new Error(`"${name}" in ${file} is invalid. ${(error as Error).message}`, { cause: error })
  }
}
