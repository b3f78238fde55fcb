import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { ConsoleMessage } from '../../../src/console/consoleMessage.ts'
import { nextFeedState, NOTHING_YET, type FeedState } from './feedState.ts'

/** Milliseconds. The browser reconnects by itself, except after an answer that is not a stream. */
const AGAIN_MS = 2000

/** Asks for the events before a cursor, once. They are then added to the feed. */
export type LoadOlder = (before: string) => Promise<void>

/** Subscribes to the stream of the services, across their restarts. */
export function useFeed(): readonly [FeedState, LoadOlder] {
  const [feed, tell] = useReducer(nextFeedState, NOTHING_YET)
  const asked = useRef<string>(undefined)

  useEffect(() => {
    let source: EventSource
    let again: number | undefined

    function connect(): void {
      source = new EventSource('/console/stream')
      source.onmessage = ({ data }) => tell(JSON.parse(data as string) as ConsoleMessage)
      source.onerror = () => {
        asked.current = undefined
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

  const loadOlder = useCallback(async (before: string) => {
    if (asked.current === before) return
    asked.current = before
    // Without services, the stream breaks too: the next one begins anew.
    const answer = await fetch(`/console/older?before=${encodeURIComponent(before)}`).catch(() => undefined)
    const message = answer?.ok ? ((await answer.json()) as ConsoleMessage) : undefined
    if (message !== undefined) tell({ type: 'answer', before, message })
  }, [])

  return [feed, loadOlder]
}
