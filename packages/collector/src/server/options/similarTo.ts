import { Command } from 'commander'

/** The name that was meant by one that is not there, if there is one like it: by the rule of the command for its arguments. */
export function similarTo(name: string, names: readonly string[]): string | undefined {
  const exact = names.find((one) => plain(one) === plain(name))
  if (exact !== undefined) return exact
  const silent = { writeOut: () => undefined, writeErr: () => undefined }
  const command = new Command().exitOverride().helpOption(false).configureOutput(silent)
  for (const one of names) command.option(`--${one}`)
  try {
    command.parse([`--${name}`], { from: 'user' })
    return undefined
  } catch (error) {
    return /Did you mean (?:one of )?--([^?,]+)/.exec((error as Error).message)?.[1]
  }
}

/** `retention-days` and `RETENTION_DAYS` are `retentionDays`. */
const plain = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase()
