import type { Clock } from '../core/ports/clock.ts'
import { missingHash } from './contextHash.ts'
import type { FlagSource } from './flagSource.ts'

/** How long flags wait for the hash of secure mode before they count as failed, in milliseconds. A later hash is used. */
const HASH_TIMEOUT_MS = 10_000

interface SignedSourceNeeds {
  clock: Clock
  create(hash: string): FlagSource
  onFailure(error: Error): void
}

/** A source of flags that asks for nothing until the signature of its context is there; an empty text means that none is wanted. */
export function createSignedSource(
  hash: string | Promise<string>,
  { clock, create, onFailure }: SignedSourceNeeds,
): FlagSource {
  if (typeof hash === 'string') return create(hash)
  let source: FlagSource | undefined
  let isPolling = false
  let isStreaming = false
  let isStopped = false
  const cancel = clock.after(HASH_TIMEOUT_MS, () => onFailure(missingHash()))

  function open(text: string) {
    cancel()
    if (isStopped) return
    source = create(text)
    if (isPolling) source.poll()
    source.setStreaming(isStreaming)
  }

  function fail(error: Error) {
    cancel()
    if (!isStopped) onFailure(error)
  }

  void hash.then(open, fail)
  return {
    poll() {
      isPolling = true
      source?.poll()
    },
    setStreaming(isWanted) {
      isStreaming = isWanted
      source?.setStreaming(isWanted)
    },
    stop() {
      isStopped = true
      cancel()
      source?.stop()
    },
  }
}
