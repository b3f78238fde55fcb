import { type Command, InvalidArgumentError, type Option } from 'commander'
import { option } from '../option.ts'
import { readConfigFile } from './configFile.ts'
import type { Kind } from './optionKinds.ts'
import { argumentOf, GROUPS, type OptionName, type OptionValues, specOf } from './options.ts'

interface Changes {
  /** The command does nothing without them, and they have no default. */
  readonly required?: readonly OptionName[]
  /** They have no default here. */
  readonly withoutDefault?: readonly OptionName[]
}

/**
 * Gives options of the table to a command: as arguments, as variables of the environment, and in the file of `--config`, which it gets, too. An
 * argument comes before a variable, a variable before the file, and the file before the default.
 */
export function addOptions(
  command: Command,
  names: readonly OptionName[],
  { required = [], withoutDefault = required }: Changes = {},
): Command {
  addConfig(command, names)
  for (const name of names) {
    const made = optionFor(name, command)
    const spec = specOf(name)
    if (!withoutDefault.includes(name) && spec.default !== undefined) made.default(spec.default)
    command.addOption(made.makeOptionMandatory(required.includes(name)))
  }
  return command
}

/** Gives `--config` to a command whose options are of the table. Its other options are not read from the file: one of them may delete events. */
export function addConfig(command: Command, names: readonly OptionName[]): Command {
  return command.addOption(
    option(
      '--config <file>',
      'A JSON file of options by their names, such as { "port": 4810, "adminToken": "…" }.',
    ).argParser((file: string) => {
      if (command.getOptionValueSource('config') === 'cli') throw new Error('Set --config once.')
      const values = readConfigFile(file)
      for (const name of names)
        if (values[name] !== undefined && !isNearer(command, name))
          command.setOptionValueWithSource(name, values[name], 'config')
      return file
    }),
  )
}

/** Whether an argument or a variable sets the option, which then comes before the file. */
const isNearer = (command: Command, name: OptionName) =>
  ['cli', 'env'].includes(command.getOptionValueSource(name) ?? '')

/** Reads again what the configuration file says about these options. What an argument or a variable sets stays. */
export function readAgain<Name extends OptionName>(
  command: Command,
  names: readonly Name[],
): Partial<OptionValues<Name>> {
  const now: Readonly<Record<string, unknown>> = command.opts()
  const { config } = now
  const file = typeof config === 'string' ? readConfigFile(config) : undefined
  const valueOf = (name: Name) => (file && !isNearer(command, name) ? file[name] : now[name])
  return Object.fromEntries(
    names.flatMap((name) => (valueOf(name) === undefined ? [] : [[name, valueOf(name)]])),
  ) as Partial<OptionValues<Name>>
}

function optionFor(name: OptionName, command: Command): Option {
  const { kind, takes, does, otherwise, isSecret = false } = specOf(name)
  const text = [does, otherwise && `Without it: ${otherwise}.`].filter(Boolean).join(' ').replaceAll('`', '')
  const made = option(`${argumentOf(name)} ${takes}`, text).helpGroup(`${groupOf(name)}:`)
  if (takes.startsWith('[')) made.preset('true')
  return made.argParser((given: string, before: unknown) => {
    const value = isSecret ? readSecret() : reads(kind)(given)
    // Several arguments are one list. It takes the place of every other one.
    const isMore = Array.isArray(value) && Array.isArray(before) && command.getOptionValueSource(name) === 'cli'
    return isMore ? [...before, ...value] : value

    function readSecret(): unknown {
      try {
        return kind.fromText(given)
      } catch (error) {
        // The command would quote the value of one that it takes for wrong.
        const { message } = error as Error
        throw new Error(`The option ${argumentOf(name)} (${made.envVar}) is invalid. ${message}`, { cause: error })
      }
    }
  })
}

/** Reads an option that is not of the table, which only an argument sets. */
export const reads =
  <Value>(kind: Kind<Value>) =>
  (given: string): Value => {
    try {
      return kind.fromText(given)
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message)
    }
  }

const groupOf = (name: OptionName) => Object.entries(GROUPS).find(([, group]) => Object.hasOwn(group, name))?.[0]
