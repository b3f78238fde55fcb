import type { OpenedEventStore, Storable } from '../../core/ports/eventStore.ts'
import type { FakePlatform } from '../../testing/fakePlatform.ts'

/** `null`: nobody is signed in. `undefined`: it is not known yet. `sam as otto`: Sam of support looks at the application as Otto. */
export type Who = string | null | undefined

export const UNANSWERED = new Promise<never>(() => {})

/** The code of a page that is gone does not run any more. */
export function endWith(platform: FakePlatform, page: { readonly isGone: boolean }) {
  const { storage, decide, eventStore } = platform
  platform.decide = (...given) => (page.isGone ? UNANSWERED : decide(...given))
  platform.storage = {
    ...storage,
    set: (key, value) => page.isGone || storage.set(key, value),
    remove: (key) => void (page.isGone || storage.remove(key)),
  }
  platform.eventStore = openStore

  function openStore<Event extends Storable>(name: string): OpenedEventStore<Event> {
    const store = eventStore<Event>(name)
    return {
      ...store,
      change: (...given) => (page.isGone ? UNANSWERED : store.change(...given)),
      discard: (...given) => (page.isGone ? UNANSWERED : store.discard(...given)),
    }
  }
}

export function planFor(url: string) {
  const { key, anonymous, user } = JSON.parse(atob(url.replace(/\?.*/, '').split('/').pop() ?? '')) as Record<
    string,
    never
  > & {
    user?: { key: string; anonymous?: boolean }
  }
  const { key: id, anonymous: isAnonymous } = user ?? { key, anonymous }
  return isAnonymous ? 'plan-of-nobody' : `plan-of-${id}`
}

export function personOf(who: Who) {
  if (typeof who !== 'string') return who
  const [id = '', impersonator] = who.split(' as ').reverse()
  return { unique_identity: id, ...(impersonator && { mimic_user: `${impersonator}@support.example` }) }
}
