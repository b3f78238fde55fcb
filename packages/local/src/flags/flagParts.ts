import { flagsAround } from './changedKeys.ts'
import { contextGroup, flagInputs, type FlagInputs } from './contextGroup.ts'
import type { EvaluatedFlags } from './evaluatedFlags.ts'
import { flagEngine } from './flagEngine.ts'
import type { FlagStore } from './flagStore.ts'
import type { FlagListener } from './flagStreams.ts'
import { lazyEngine } from './lazyEngine.ts'

/** The groups in which a context is, by what the flags look at. The stream's own: it is in the same group in the next round. */
export type Groups = Map<string, string>

/** Some flags that changed, and that look at the same of a context: of contexts that agree in that, one is evaluated. */
export interface FlagPart {
  readonly keys: readonly string[]
  /** What is known by now; absent until `evaluate` was called for this context or one that is as good. */
  known(who: FlagListener, groups: Groups): Evaluated | undefined
  evaluate(who: FlagListener, groups: Groups): Promise<void>
}

/** `flags`: absent when the context is refused. */
export interface Evaluated {
  readonly flags?: EvaluatedFlags
}

/** Parts for everybody who is told in one round. */
export interface FlagParts {
  /** The flags to look at; `undefined` when these are all. */
  since(version: number, environment: string): readonly FlagPart[] | undefined
  close(): void
}

/** More sorts of flags than this that changed at once are evaluated together: each sort has an engine of its own. */
const MAX_PARTS = 8
/** Sorts of flags of which a stream remembers its group. */
const MAX_GROUPS = 32

export function flagParts(store: FlagStore): FlagParts {
  const now = store.now()
  const known = new Map<string, readonly FlagPart[] | undefined>()
  const closers: (() => void)[] = []

  function made(version: number, environment: string): readonly FlagPart[] | undefined {
    const keys = store.changedSince(version, environment)
    const live = now.environments.get(environment)
    if (keys === undefined || live === undefined) return undefined
    return alike(keys, (key) => flagInputs([key], live.flags, now.file)).map((some) => {
      const engine = lazyEngine(() => flagEngine({ ...live, flags: flagsAround(some, live.flags) }, now.file.segments))
      closers.push(engine.close)
      return flagPart(some, flagInputs(some, live.flags, now.file), engine)
    })
  }

  return {
    since(version, environment) {
      const id = `${version} ${environment}`
      if (!known.has(id)) known.set(id, made(version, environment))
      return known.get(id)
    },
    close() {
      for (const close of closers) close()
    },
  }
}

function flagPart(keys: readonly string[], inputs: FlagInputs, engine: ReturnType<typeof lazyEngine>): FlagPart {
  const inputsId = idOf(inputs)
  const [plain, reasons] = [new Map<string, Evaluated>(), new Map<string, Evaluated>()]

  function groupOf({ context }: FlagListener, groups: Groups): string {
    const known = groups.get(inputsId)
    if (known !== undefined) return known
    const group = contextGroup(context, inputs)
    if (groups.size >= MAX_GROUPS) groups.clear()
    groups.set(inputsId, group)
    return group
  }

  return {
    keys,
    known: (who, groups) => (who.withReasons ? reasons : plain).get(groupOf(who, groups)),
    async evaluate(who, groups) {
      const flags = await engine.evaluate(who.context, who)
      const made = who.withReasons ? reasons : plain
      made.set(groupOf(who, groups), flags === undefined ? {} : { flags })
    },
  }
}

/** The keys, those together whose flags look at the same. */
function alike(keys: ReadonlySet<string>, inputsOf: (key: string) => FlagInputs): readonly (readonly string[])[] {
  const parts = new Map<string, string[]>()
  for (const key of keys) {
    const inputs = idOf(inputsOf(key))
    parts.set(inputs, [...(parts.get(inputs) ?? []), key])
  }
  return parts.size > MAX_PARTS ? [[...keys]] : [...parts.values()]
}

function idOf(inputs: FlagInputs): string {
  return [...inputs.keys()].join(' ')
}
