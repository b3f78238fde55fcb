import type { FlagsSnapshot, FlagStore } from '../flags/flagStore.ts'
import { isRecord } from '../json/isRecord.ts'
import { openVersions, type PlaceContent, type VersionStore } from './versionStore.ts'

/** The versions of flags that were in use, and of the contexts that were evaluated. They survive a restart. */
export interface KeptVersions {
  readonly store: VersionStore
  /** Call this before a client gets the flags of a context that it has sent. */
  saw(environment: string, context: unknown): void
  /** Call this when something has happened: the clock may have been set back. */
  clockShows(): void
  close(): void
}

export interface KeptVersionsNeeds {
  readonly flags: FlagStore
  /** A path, or `:memory:`. */
  readonly file: string
  readonly log: (line: string) => void
  readonly now?: () => number
}

export function keepVersions({ flags, file, log, now = Date.now }: KeptVersionsNeeds): KeptVersions {
  const store = opened(file, log)
  const known = new Map(store.current().map((content) => [placeOf(content), content]))
  let isFailing = false

  /** Flags are served all the same if a version cannot be written. */
  function add(contents: readonly PlaceContent[]): void {
    try {
      store.add(contents, now())
      if (isFailing) log(`Versions of flags are written to ${file} again.`)
      isFailing = false
      for (const content of contents) remember(content)
    } catch (error) {
      if (!isFailing) log(`Versions of flags cannot be written to ${file}: ${messageOf(error)}.`)
      isFailing = true
    }
  }

  function remember(content: PlaceContent): void {
    if (content.kind === 'context') return
    if (content.json === null) known.delete(placeOf(content))
    else known.set(placeOf(content), content)
  }

  function changed(): void {
    const contents = new Map(contentsOf(flags.now()).map((content) => [placeOf(content), content]))
    const removed = [...known.values()].filter((content) => !contents.has(placeOf(content)))
    add([
      ...removed.map((content) => ({ ...content, json: null })),
      ...[...contents.values()].filter((content) => known.get(placeOf(content))?.json !== content.json),
    ])
  }

  changed()
  const unsubscribe = flags.subscribe(changed)

  return {
    store,
    saw(environment, context) {
      const json = JSON.stringify(context)
      add(keysOf(context).map((key) => ({ kind: 'context', environment, key, json })))
    },
    clockShows: () => add([]),
    close() {
      unsubscribe()
      store.close()
    },
  }
}

function opened(file: string, log: (line: string) => void): VersionStore {
  try {
    return openVersions(file)
  } catch (error) {
    log(
      `Versions of flags are kept in memory only: ${file} cannot be used (${messageOf(error)}). Delete it to begin again.`,
    )
    return openVersions(':memory:')
  }
}

function contentsOf({ file }: FlagsSnapshot): readonly PlaceContent[] {
  const segments = Object.entries(file.segments).map(([key, segment]) => ({
    ...({ kind: 'segment', environment: '' } as const),
    ...{ key, json: JSON.stringify(segment) },
  }))
  const flags = [...file.environments.values()].flatMap(({ id, flags: own }) =>
    Object.entries(own).map(([key, flag]) => ({
      ...({ kind: 'flag', environment: id } as const),
      ...{ key, json: JSON.stringify(flag) },
    })),
  )
  return [...segments, ...flags]
}

const placeOf = ({ kind, environment, key }: PlaceContent) => JSON.stringify([kind, environment, key])

/** Whom a context is about: an event has the key of its person, whatever the kind of it is called in the flag service. */
function keysOf(context: unknown): readonly string[] {
  if (!isRecord(context)) return []
  const { kind, key, ...kinds } = context
  const keys = kind === 'multi' ? Object.values(kinds).map((one) => (isRecord(one) ? one['key'] : undefined)) : [key]
  return [...new Set(keys.filter((one) => typeof one === 'string'))]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
