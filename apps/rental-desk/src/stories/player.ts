import { isObject } from '../readStored.ts'
import { createStore, type Store } from '../store.ts'
import { NO_FACTS, type Facts, type Story } from './story.ts'

/** The story that plays. */
export interface Playing {
  readonly story: Story
  readonly step: number
  /** `ready`: the step is played, and the next one may come. */
  readonly status: 'playing' | 'ready' | 'failed'
  /** Whether steps follow one another by themselves. */
  readonly isRunning: boolean
  readonly facts: Facts
}

export interface Player extends Pick<Store<Playing | undefined>, 'get' | 'subscribe'> {
  start(story: Story): void
  next(): void
  /** Stops or goes on. */
  toggle(): void
  end(): void
}

interface Needs {
  readonly stories: readonly Story[]
  /** The storage of the tab: a story goes on after the page was loaded again. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly reload: () => void
  /** What a story has to put back. */
  readonly before: () => Facts['before']
  /** Puts everything back, also when a story has ended too early. */
  readonly clean: (facts: Facts) => void
  /** Calls its argument when the page is left. */
  readonly onLeave: (listener: () => void) => void
  /** Whether steps may follow one another by themselves. */
  readonly mayRun: () => boolean
}

/** How long a step can be read, in milliseconds. */
export const STEP_MS = 4_000
const KEY = 'rental-desk.story'

/** Plays one story at a time. */
export function createPlayer({ stories, storage, reload, before, clean, onLeave, mayRun }: Needs): Player {
  const { get, set, subscribe } = createStore<Playing | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReloading = false

  async function play(playing: Playing): Promise<void> {
    clearTimeout(timer)
    set({ ...playing, status: 'playing' })
    const { story, step, facts } = playing
    try {
      const news = await story.steps[step]?.play?.(facts)
      // It was ended, or another one was started, meanwhile.
      const now = get()
      if (now?.story !== story || now.step !== step) return
      set({ ...now, status: 'ready', facts: { ...facts, ...news } })
      schedule()
    } catch {
      const now = get()
      if (now?.story === story && now.step === step) set({ ...now, status: 'failed' })
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    const now = get()
    if (now?.isRunning && now.status === 'ready') timer = setTimeout(next, STEP_MS)
  }

  function next(): void {
    const now = get()
    if (now?.status !== 'ready' || now.step >= now.story.steps.length - 1) return
    const following = { ...now, step: now.step + 1 }
    if (!now.story.steps[now.step]?.reloads) return void play(following)
    keep(following)
    isReloading = true
    reload()
  }

  function end(): void {
    clearTimeout(timer)
    const facts = get()?.facts
    set(undefined)
    if (facts) clean(facts)
  }

  function keep({ story, step, isRunning, facts }: Playing): void {
    storage.setItem(KEY, JSON.stringify({ id: story.id, step, isRunning, facts }))
  }

  function goOn(): void {
    const kept = readKept(storage.getItem(KEY))
    storage.removeItem(KEY)
    const story = stories.find(({ id }) => id === kept?.id)
    if (kept !== undefined && story !== undefined) void play({ story, status: 'playing', ...kept })
  }

  goOn()
  // A closed tab ends the story and restores the user.
  onLeave(() => !isReloading && end())
  return {
    get,
    subscribe,
    start: (story) =>
      void play({ story, step: 0, status: 'playing', isRunning: mayRun(), facts: { ...NO_FACTS, before: before() } }),
    next,
    toggle() {
      const now = get()
      if (now === undefined) return
      set({ ...now, isRunning: !now.isRunning })
      schedule()
    },
    end,
  }
}

interface Kept {
  readonly id: string
  readonly step: number
  readonly isRunning: boolean
  readonly facts: Facts
}

function readKept(text: string | null): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isObject(kept) && typeof kept['step'] === 'number' && isObject(kept['facts']) ? (kept as never) : undefined
  } catch {
    return undefined
  }
}
