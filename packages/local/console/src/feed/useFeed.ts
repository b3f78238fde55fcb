import { useEffect, useReducer } from 'react'
import type { ConsoleMessage } from '../../../src/console/consoleMessage.ts'
import { nextFeedState, NOTHING_YET, type FeedState } from './feedState.ts'

/** Milliseconds. The browser reconnects by itself, except after an answer that is not a stream. */
const AGAIN_MS = 2000

/** Subscribes to the stream of the services, across their restarts. */
export function useFeed(): FeedState {
  const [feed, tell] = useReducer(nextFeedState, NOTHING_YET)

  useEffect(() => {
    let source: EventSource
    let again: number | undefined

    function connect(): void {
      source = new EventSource('/console/stream')
      source.onmessage = ({ data }) => tell(JSON.parse(data as string) as ConsoleMessage)
      source.onerror = () => {
        tell({ type: 'lost' })
        if (source.readyState === EventSource.CLOSED) again = window.setTimeout(connect, AGAIN_MS)
      }
    }

    connect()
    return () => {
      source.close()
      window.clearTimeout(again)
    }
  }, [])

  return feed
}
