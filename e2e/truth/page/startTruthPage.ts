import type { createTelltale } from 'telltale'
import type { accounts } from 'telltale/accounts'
import type { collector } from 'telltale/collector'
import type { launchDarkly } from 'telltale/flags'
import type { session } from 'telltale/session'
import type { exposures } from 'telltale/steps'
import type { visitor } from 'telltale/visitor'
import { userOf, type Call } from '../evidence.ts'
import { stage } from 'stage/page/stage'

/** `before`: the version of the library that `scripts/keepVersion.mjs` has kept. */
export type Version = 'today' | 'before'

/** What a page uses of its version of the library. */
export interface Library {
  readonly createTelltale: typeof createTelltale
  readonly collector: typeof collector
  readonly launchDarkly: typeof launchDarkly
  readonly session: typeof session
  readonly accounts: typeof accounts
  readonly visitor: typeof visitor
  readonly exposures: typeof exposures
}

/** What the driver of a history gets back from a page. */
export interface Report {
  page: string
  version: Version
  token: string | undefined
  /** Since when the page has used this token. */
  sinceMs: number
  atMs: number
  calls: Call[]
}

interface Session {
  /** Nobody is signed in without one. */
  token?: string | undefined
  /** The names of the events that are tracked in the same task, before the change and after it. */
  before: readonly string[]
  after: readonly string[]
}

declare global {
  var truth:
    | {
        track(names: readonly string[]): Report
        changeSession(session: Session): Report
        /** Asks who-am-i once more. */
        refresh(): Report
        /** Tracks in the task in which the page is left, and has the report sent to the page's server. */
        leave(names: readonly string[]): void
        /** What the page tracks when the back/forward cache restores it. */
        onReturn(names: readonly string[]): Report
      }
    | undefined
}

/** The application's own session, which all tabs share. */
const SESSION = 'session'
/** Starts the page of a history with its version of the library. */
export function startTruthPage(version: Version, library: Library): void {
  const page = crypto.randomUUID()
  let token = localStorage.getItem(SESSION) ?? undefined
  let sinceMs = Date.now()
  const { whoAmI = '', flags = '' } = stage.services ?? {}

  const telltale = library.createTelltale({
    // The services see the page in headers: this one, and the tags of the flag client.
    app: { name: 'Truth', platform: page },
    api: whoAmI,
    auth: { token: () => token ?? null },
    identity: {
      accounts: library.accounts((person) => ({ organization: { key: person['company_id'] as string } })),
      visitor: library.visitor(),
    },
    events: { steps: [library.session(), library.exposures()] },
    flags: library.launchDarkly({
      clientSideId: 'truth',
      baseUrl: flags,
      streamUrl: flags,
      eventsUrl: location.origin,
      streaming: true,
      application: { id: page },
    }),
    destinations: [library.collector({ url: `${stage.collector}/collect` })],
  })

  /** What is to be seen now, and then the call. */
  function track(name: string): Call {
    const identity = telltale.identity.current.get()
    const call: Call = {
      ...{ name, page, token, sinceMs },
      atMs: Date.now(),
      status: identity.status === 'unknown' ? identity.reason : identity.status,
      ...(identity.status === 'unknown' && { user: userOf({}), visitor: identity.visitor }),
      ...(identity.status === 'known' && {
        user: userOf({
          id: identity.person.unique_identity,
          impersonator: identity.impersonator,
          account: identity.accounts?.['organization']?.key,
        }),
      }),
      flagsStatus: telltale.flags.status.get(),
      plan: telltale.flags.variation('plan', ''),
      isExposing: true,
    }
    telltale.track(name)
    return call
  }

  const report = (calls: Call[]): Report => ({ page, version, token, sinceMs, atMs: Date.now(), calls })

  /** For what the driver cannot be answered: the page is being left, or the driver no longer reaches it. */
  function say(names: readonly string[]) {
    void fetch(`/say?${encodeURIComponent(JSON.stringify(report(names.map(track))))}`, { keepalive: true })
  }

  globalThis.truth = {
    track: (names) => report(names.map(track)),
    changeSession({ token: next, before, after }) {
      const calls = before.map(track)
      if (token !== next) sinceMs = Date.now()
      token = next
      if (token === undefined) {
        localStorage.removeItem(SESSION)
        telltale.identity.reset()
      } else {
        localStorage.setItem(SESSION, token)
        void telltale.identity.refresh()
      }
      const changed = report(calls)
      return { ...changed, calls: [...calls, ...after.map(track)] }
    },
    refresh() {
      void telltale.identity.refresh()
      return report([])
    },
    leave(names) {
      say(names)
      location.href = '/away'
    },
    onReturn(names) {
      addEventListener('pageshow', ({ persisted }) => persisted && say(names), { once: true })
      return report([])
    },
  }
}
