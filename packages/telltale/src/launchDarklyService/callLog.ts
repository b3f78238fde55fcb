/** Calls that wait for their receiver, as data. */
export interface CallLog<Call> {
  /** The calls with their times, in milliseconds since 1970, the oldest first. The receiver takes them out. */
  readonly calls: [call: Call, at: number][]
  /** The number of calls for which there was no room. */
  readonly dropped: number
  /** Remembers a call. Returns whether there was room for it. */
  write(call: Call): boolean
}

/**
 * @param maximum how many calls are remembered
 * @param now returns the time of a call
 */
export function createCallLog<Call>(maximum: number, now: () => number): CallLog<Call> {
  const calls: [call: Call, at: number][] = []
  const log = {
    calls,
    dropped: 0,
    write(call: Call) {
      const hasRoom = calls.length < maximum
      if (hasRoom) calls.push([call, now()])
      else log.dropped += 1
      return hasRoom
    },
  }
  return log
}
