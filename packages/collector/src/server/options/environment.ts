import { argumentOf, OPTION_NAMES } from './options.ts'
import { similarTo } from './similarTo.ts'

const PREFIX = 'TELLTALE_COLLECTOR_'

type Environment = Record<string, string | undefined>

/** What Kubernetes sets in each container for a service of the name `telltale-collector`. */
const OF_KUBERNETES = /^(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/

/**
 * Removes variables that set no option: those that are empty, as a compose file makes them, and those of Kubernetes, whose
 * `TELLTALE_COLLECTOR_PORT` is `tcp://10.0.0.1:4810`.
 */
export function tidyEnvironment(environment: Environment): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX)) continue
    const isAddress = name === `${PREFIX}PORT` && /^(tcp|udp|sctp):\/\//.test(value)
    if (value.trim() === '' || isAddress || OF_KUBERNETES.test(name.slice(PREFIX.length))) delete environment[name]
  }
}

/** Sentences about variables that look like options, and are none. */
export function unknownVariables(environment: Environment): readonly string[] {
  const names = ['config', ...OPTION_NAMES].map((name) => argumentOf(name).slice(2).replaceAll('-', '_').toUpperCase())
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !names.includes(name.slice(PREFIX.length)))
    .map((name) => {
      const meant = similarTo(name.slice(PREFIX.length), names)
      return `The variable ${name} sets no option.${meant === undefined ? '' : ` Did you mean ${PREFIX}${meant}?`}`
    })
}
