import { useEffect } from 'react'
import { MAX_ROWS } from './eventRows.ts'
import type { FeedState } from './feedState.ts'
import type { LoadOlder } from './useFeed.ts'

/** Loads older events, part by part, for as long as they are wanted. */
export function useOlder({ olderThan, rows }: FeedState, isWanted: boolean, loadOlder: LoadOlder): void {
  const isRoom = rows.length < MAX_ROWS
  useEffect(() => {
    if (isWanted && isRoom && olderThan !== undefined) void loadOlder(olderThan)
  }, [isWanted, isRoom, olderThan, loadOlder])
}
