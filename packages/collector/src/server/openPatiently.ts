import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../collectorOptions.ts'
import { reasonOf } from '../door/reasonOf.ts'

/** A server that is away, is starting or ending, has no connection left, or whose name is not known yet. Anything else is wrong for good. */
const AWAY =
  /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|57P0[1-3]|53300|08\d\d\d|PLT_KFK_NETWORK)\b/
/** Between two tries, in milliseconds. */
const PAUSE_MS = 2_000

interface Needs {
  readonly log: Log
  /** Told why the store cannot be opened yet. */
  readonly onAway?: (reason: string) => void
  /** Ends the waiting: the error is its reason. */
  readonly signal?: AbortSignal
  readonly pauseMs?: number
}

/** Opens a store, and waits for one whose server is away, as a collector does that is running: both may be started at the same time. */
export async function openPatiently<Store>(
  open: () => Promise<Store>,
  { log, onAway, signal, pauseMs = PAUSE_MS }: Needs,
): Promise<Store> {
  let hasWaited = false
  for (;;) {
    try {
      const store = await open()
      if (hasWaited) log('info', 'The store can be reached.')
      return store
    } catch (error) {
      const reason = reasonOf(error)
      if (isSetting(error) || !AWAY.test(reason)) throw error
      // Once: what is wrong does not change.
      if (!hasWaited)
        log('error', 'The store cannot be reached. It is tried again. Until then, pages are told to come again.', {
          reason,
        })
      hasWaited = true
      onAway?.(reason)
      signal?.throwIfAborted()
      await pause(pauseMs, undefined, signal && { signal })
    }
  }
}

/**
 * A login or a certificate that is refused also breaks the connection, which looks as if the brokers were away: the client of Kafka has no code for
 * the certificate, but its message names it.
 */
const isSetting = (error: unknown) =>
  error instanceof Error && (error.name === 'WrongSetting' || /certificate/i.test(error.message))
