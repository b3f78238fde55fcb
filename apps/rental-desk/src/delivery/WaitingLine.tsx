import { countOf } from '../pricing/countOf.ts'
import { useWaitingEvents } from './useWaitingEvents.ts'

/** Why events are not delivered, while there are any. */
export function WaitingLine() {
  const waiting = useWaitingEvents()
  if (waiting === 0) return null
  return (
    <>
      <strong>
        {countOf(waiting, 'event')} {waiting === 1 ? 'waits' : 'wait'}: the collector does not answer.
      </strong>{' '}
      This browser keeps {waiting === 1 ? 'it' : 'them'} and tries again.
    </>
  )
}
