import type { ConsoleChange } from './consoleChange.ts'
import type { FileContent, WatchedFile } from '../files/watchedFile.ts'
import { readFlagsFile, type FlagsFile } from '../flags/flagsFile.ts'
import { completeFlag, type ServerFlag } from '../flags/serverFlag.ts'
import { isRecord, ofRecord } from '../json/isRecord.ts'
import { draftProblems, type DraftReferences } from './draftProblems.ts'
import { editProblems } from './editProblems.ts'
import { editConflict, writeFailure, refused, type EditResult, type Refused, type EditRequest } from './editResult.ts'
import { isSameFlag, type Author, type FlagHistory } from './flagHistory.ts'
import { withFlag, withoutFlag, type FlagPlace } from './flagText.ts'
import { editInSequence } from './editInSequence.ts'

/** Edits of flags.json by the console. Each resolves when it is written and in use. The file's formatting is kept. */
export interface FlagEdits {
  /** `environment`: the first one if absent. */
  turn(key: string, on: boolean, environment?: string): Promise<EditResult<ServerFlag>>
  put(place: FlagPlace, wanted: EditRequest): Promise<EditResult<ServerFlag>>
  remove(place: FlagPlace, everywhere: boolean): Promise<EditResult<undefined>>
  /** `id`: the newest change that can be undone if absent. */
  undo(id?: number): Promise<EditResult<ConsoleChange>>
}

export interface FlagEditsNeeds {
  readonly file: WatchedFile<FlagsFile>
  readonly history: FlagHistory
}

/** An edit of the file's text. The flag at `place` becomes `value`. */
type Edit<T> = (text: string, now: FlagsFile) => EditResult<T> & { text?: string; place?: FlagPlace }

type Content = FileContent<FlagsFile>

const NO_ENVIRONMENT = refused(404, 'The environment is unknown.')
const TWICE = refused(409, 'The file has this flag, or an object around it, twice. Remove one of them first.')
const NO_FLAG = refused(404, 'The flag is not in the file, or not in this environment.')

export function createFlagEdits({ file, history }: FlagEditsNeeds): FlagEdits {
  const next = editInSequence(file.path)

  function write<T>(author: Author, edit: Edit<T>): Promise<EditResult<T>> {
    const written = async (): Promise<EditResult<T>> => {
      const before = await file.read()
      const { edited, content } = editContent(before, edit)
      const { text, parsed } = content
      if (text !== before.text && parsed.outcome === 'ok')
        await history.during(author, () => file.write(text, parsed.value))
      return edited
    }
    return next(written).catch(writeFailure)
  }

  function set(text: string, now: FlagsFile, { place, wanted }: { place: FlagPlace; wanted: ServerFlag }) {
    const before = flagAt(now, place)
    if (isSameFlag(before, wanted)) return { outcome: 'ok' as const, value: wanted }
    const counted = { ...wanted, version: Math.max(before?.version ?? 0, wanted.version) + 1 }
    return { outcome: 'ok' as const, value: counted, text: withFlag(text, place, counted), place }
  }

  return {
    turn: (key, on, wantedEnvironment) =>
      write({ key, who: 'console' }, (text, now) => {
        const environment = wantedEnvironment ?? [...now.environments.keys()][0] ?? ''
        const flag = flagAt(now, { environment, key })
        if (flag === undefined) return NO_FLAG
        return set(text, now, { place: { environment, key }, wanted: { ...flag, on } })
      }),
    put: (place, { draft, before: known }) =>
      write({ key: place.key, who: 'console' }, (text, now) => {
        if (!now.environments.has(place.environment)) return NO_ENVIRONMENT
        const before = flagAt(now, place)
        if (known !== undefined && !isSameFlag(before, isRecord(known) ? (known as ServerFlag) : undefined))
          return editConflict('This flag', before)
        const problems = editProblems(place.key, draft, draftReferences(now, place.environment))
        if (problems.length > 0) return refused(400, sentence(problems), problems)
        const fields = { ...(draft as Partial<ServerFlag>), version: before?.version ?? 0 }
        // A flag created in the console of a web application is visible to browsers.
        const seen = before ? {} : { clientSideAvailability: { usingEnvironmentId: true } }
        return set(text, now, { place, wanted: completeFlag(place.key, { ...seen, ...fields, key: place.key }) })
      }),
    remove: (place, everywhere) =>
      write({ key: place.key, who: 'console' }, (text, now) => {
        if (flagAt(now, place) === undefined) return NO_FLAG
        const needed = neededBy(now, place)
        if (needed !== undefined) return needed
        const without = withoutFlag(text, place, everywhere)
        if (without === undefined)
          return refused(409, 'Several environments share this flag: it can only be removed from all of them.')
        return { outcome: 'ok', value: undefined, text: without, place }
      }),
    async undo(id) {
      const changes = history.changes()
      const change = id === undefined ? changes.find((one) => one.canUndo) : changes.find((one) => one.id === id)
      if (change === undefined) return refused(404, 'This change does not exist.')
      const { environment, key, before } = change
      const place = { environment, key }
      const done = await write<unknown>({ key, who: 'undo', undoes: change.id }, (text, now) => {
        if (!isSameFlag(flagAt(now, place), change.after))
          return refused(409, 'The flag has changed since then. Undo the later change first.')
        if (before === undefined) return neededBy(now, place) ?? removed(text, place)
        const problems = draftProblems(key, before, draftReferences(now, environment))
        if (problems.length > 0)
          return refused(409, `The earlier state is no longer valid: ${sentence(problems)}`, problems)
        return set(text, now, { place, wanted: before })
      })
      if (done.outcome === 'refused') return done
      return { outcome: 'ok', value: history.changes().find((one) => one.undoes === change.id) ?? change }
    },
  }
}

function editContent<T>(now: Content, edit: Edit<T>): { edited: EditResult<T>; content: Content } {
  if (now.parsed.outcome === 'invalid')
    return { edited: refused(409, 'The file is invalid. Correct it first.'), content: now }
  const edited = edit(now.text, now.parsed.value)
  if (edited.outcome === 'refused' || edited.text === undefined || edited.text === now.text)
    return { edited, content: now }
  const parsed = readFlagsFile(edited.text)
  if (parsed.outcome === 'invalid') return { edited: refused(400, parsed.problems.join(' ')), content: now }
  // Of duplicate keys, the edit would change the first, but the last is in effect.
  if (edited.place && !isSameFlag(flagAt(parsed.value, edited.place), edited.value as ServerFlag | undefined))
    return { edited: TWICE, content: now }
  return { edited, content: { text: edited.text, parsed } }
}

function removed(text: string, place: FlagPlace) {
  return { outcome: 'ok' as const, value: undefined, text: withoutFlag(text, place, true) ?? text, place }
}

function flagAt(file: FlagsFile, { environment, key }: FlagPlace): ServerFlag | undefined {
  return ofRecord(file.environments.get(environment)?.flags, key)
}

export function draftReferences(file: FlagsFile, environment: string): DraftReferences {
  const flags = file.environments.get(environment)?.flags ?? {}
  return { flags, segments: new Set(Object.keys(file.segments)) }
}

function neededBy(file: FlagsFile, { environment, key }: FlagPlace): Refused | undefined {
  const flags = Object.values(file.environments.get(environment)?.flags ?? {})
  const other = flags.find(({ prerequisites }) => prerequisites.some((one) => one.key === key))
  return other && refused(409, `It is a prerequisite of the flag ${other.key}. Remove it there first.`)
}

function sentence(problems: readonly { readonly path: string; readonly message: string }[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ')
}
