import { Option } from 'commander'

/**
 * An option that the environment can set, too. A token and the password of a database should be set there: others on the machine see the
 * arguments of a process.
 */
export function option(flags: string, text: string): Option {
  const made = new Option(flags, text)
  return made.env(`TELLTALE_COLLECTOR_${made.name().replaceAll('-', '_').toUpperCase()}`)
}
