import { countOf } from '../pricing/countOf.ts'
import { useWaitingEvents } from './useWaitingEvents.ts'

/** Says how many events wait, and why. Renders nothing while no event waits. */
export function WaitingLine() {
  const waiting = useWaitingEvents()
  if (waiting === 0) return null
  return (
    <>
      <strong>
        {countOf(waiting, 'event')} {waiting === 1 ? 'waits' : 'wait'}: the collector has not accepted{' '}
        {waiting === 1 ? 'it' : 'them'}.
      </strong>{' '}
      This browser keeps {waiting === 1 ? 'it' : 'them'} and tries again.
    </>
  )
}
