import { Suspense } from 'react'
import { Flag } from './inLayer.suite.tsx'
import { FlagGate, useFlagDetail, useFlags } from '../useFlag.ts'
import { useIdentity, useImpersonation, useReady, useReadySuspense, useTrackOnce } from '../useTelltale.ts'

/**
 * A page that uses every hook. The boundary is not made by a component that renders again, as when it hears who is here: React
 * 18 would give up hydrating it.
 */
export const everyHook = (
  <>
    <EveryHook />
    <Suspense fallback="waiting">
      <Patient />
    </Suspense>
  </>
)

function EveryHook() {
  const isReady = useReady()
  const identity = useIdentity()
  const several = useFlags(['layout', 'unknown'])
  const detail = useFlagDetail('layout', '')
  useTrackOnce('Page - View')
  return (
    <main>
      {`${isReady} ${identity.status} ${JSON.stringify(several)} ${JSON.stringify(detail)} ${useImpersonation()?.as} `}
      <Flag name="layout" />
      <Flag name="limits" fallback={{ days: 0 }} />
      <FlagGate flag="layout" is="compact" fallback="classic">
        compact
      </FlagGate>
    </main>
  )
}

function Patient() {
  return <p>{useReadySuspense() ? 'ready' : 'out of time'}</p>
}
