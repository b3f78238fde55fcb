import { createContext, useContext, useState, useSyncExternalStore, useMemo } from 'react'
import { useEffect, useRef } from 'react'
import type { Identity } from '../core/model/identity.ts'
import type { CallArgs, KnownName, Track } from '../core/model/registered.ts'
import type { Telltale } from '../layer/createTelltale.ts'

/** The layer of the nearest provider. Throws when there is no provider. */
export function useTelltale(): Telltale {
  const telltale = useContext(TelltaleContext)
  if (!telltale) throw new Error('Put a <TelltaleProvider> above its hooks. (T41)')
  return telltale
}

export const TelltaleContext = createContext<Telltale | null>(null)

/**
 * Whether the current user and the flags of that user are known. A failure counts as an answer, too. Once true, it stays true. It is
 * true on a server and during hydration, so that rendered content does not disappear.
 */
export function useReady(): boolean {
  const { ready } = useTelltale()
  const isReady = useSyncExternalStore(ready.subscribe, ready.get, () => true)
  const [rendered] = useState(isReady && ready)
  // A different layer may not be ready yet.
  return isReady || rendered === ready
}

/**
 * Like `useReady`, but suspends until the layer is ready or `limitMs` milliseconds have passed. Meanwhile the nearest `<Suspense>`
 * shows its fallback. Returns false when the time limit was reached. The default is the longest limit that LaunchDarkly recommends.
 */
export function useReadySuspense(limitMs: number = 5000): boolean {
  const { ready } = useTelltale()
  const isReady = useReady()
  if (isReady) return true
  const wait = ready.within(limitMs)
  // Throwing a promise suspends the component, in React 18 as well.
  if (!wait.isOver) throw wait
  return false
}

/** A server does not request the identity, and hydration must render what the server rendered. */
const ON_SERVER: Identity = { status: 'resolving', epoch: '' }

/** The signed-in user. The component renders again when the identity changes. */
export function useIdentity(): Identity {
  const { current } = useTelltale().identity
  return useSyncExternalStore(current.subscribe, current.get, () => ON_SERVER)
}

/** A person who uses the application as another user. */
export interface Impersonator {
  /** The e-mail address of the person who impersonates. */
  readonly impersonator: string
  /** The name of the impersonated user. */
  readonly as: string
}

/** The impersonation that is active, or `undefined`. Returns the same object until the identity changes. */
export function useImpersonation(): Impersonator | undefined {
  // An unknown user has neither.
  const { impersonator, name } = useIdentity() as Partial<Extract<Identity, { status: 'known' }>>
  return useMemo(() => (impersonator && name ? { impersonator, as: name } : undefined), [impersonator, name])
}

/**
 * Returns a function that calls `telltale.track`, the same in each render. It returns nothing, so that an effect may return its call:
 * use `useTelltale().track` for the id of the event.
 */
export function useTrack(): Track<void> {
  const { track } = useTelltale()
  return useMemo(() => {
    // The types of the arguments are those of `Track<void>`.
    const record = track as unknown as (...call: readonly unknown[]) => unknown
    return ((...call: readonly unknown[]) => void record(...call)) as Track<void>
  }, [track])
}

/**
 * Records an event when the component mounts: once per mount, also in StrictMode. A component that `<Activity>` hides and shows
 * again has mounted again.
 */
export const useTrackOnce = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void =>
  useTrackAt('once', name, args)

/**
 * Records a view when the component mounts, and again when the name or the values of the properties change. Each view is recorded once, also in
 * StrictMode. A component that `<Activity>` hides and shows again, as Next.js does with pages, has a new view.
 *
 * @example useTrackView('Machine - View', { machine: id })
 */
export const useTrackView = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void => {
  let moment: string = name
  try {
    moment += JSON.stringify(args[0])
  } catch {
    // Properties that are not JSON are ignored in the comparison. `track` reports them.
  }
  useTrackAt(moment, name, args)
}

/**
 * Records an event in an effect when `moment` has changed, and when the component is shown again by `<Activity>`, which runs its
 * effects again. StrictMode and a render run them again immediately, so a microtask tells them from a component that was hidden.
 */
function useTrackAt<N extends string>(moment: string, name: KnownName<N>, args: CallArgs<N>): void {
  const track = useTrack()
  const latest = useRef('')
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    if (latest.current !== moment) {
      latest.current = moment
      track<N>(name, ...args)
    }
    return () => {
      isShown.current = false
      queueMicrotask(() => {
        if (!isShown.current) latest.current = ''
      })
    }
  })
}
