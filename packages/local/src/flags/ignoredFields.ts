import { closest } from '../cli/closest.ts'
import { isRecord } from '../json/isRecord.ts'

const OF_FILE = ['environments', 'perEnvironment', 'flags', 'segments']
const OF_ENVIRONMENT = ['flags', 'secureModeKey']
/** The fields of the vendor's server-side flags, and those that people use to describe a flag. */
const OF_FLAG = [
  ...['key', 'version', 'on', 'variations', 'offVariation', 'fallthrough', 'targets', 'contextTargets', 'rules'],
  ...['prerequisites', 'salt', 'sel', 'clientSide', 'clientSideAvailability', 'trackEvents', 'trackEventsFallthrough'],
  ...['debugEventsUntilDate', 'samplingRatio', 'excludeFromSummaries', 'migration', 'deleted'],
  ...['name', 'description', 'kind', 'tags'],
]

/** A sentence for each field of flags.json that nothing reads, with the field that may be meant. */
export function ignoredFields(content: Readonly<Record<string, unknown>>): string[] {
  const ofFlags = (flags: unknown, where = '') =>
    entriesOf(flags).flatMap(([key, flag]) => ignoredIn(flag, OF_FLAG, `Flag "${key}"${where}`))
  return [
    ...ignoredIn(content, OF_FILE, 'It'),
    ...ofFlags(content['flags']),
    ...entriesOf(content['perEnvironment']).flatMap(([id, own]) => [
      ...ignoredIn(own, OF_ENVIRONMENT, `"perEnvironment": ${id}`),
      ...ofFlags(isRecord(own) ? own['flags'] : undefined, ` in ${id}`),
    ]),
  ]
}

function ignoredIn(part: unknown, known: readonly string[], name: string): string[] {
  // "$schema" and "_note" are for people and their editors.
  const ignored = entriesOf(part).filter(([field]) => !known.includes(field) && !/^[$_/]/.test(field))
  return ignored.map(([field]) => {
    const meant = closest(field, known)
    return `${name} has "${field}", which has no effect.${meant ? ` Did you mean "${meant}"?` : ''}`
  })
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}
