import { useEffect, useState } from 'react'

/** An answer of the services that takes some seconds. */
export type Asked<T> =
  /** `latest` is what they have answered before. */
  | { readonly status: 'asking'; readonly latest?: T | undefined }
  | { readonly status: 'answered'; readonly value: T }
  | { readonly status: 'failed'; readonly message: string }

/** Asks the services when it is shown, and again on demand. The path stays the same for as long as it is mounted. */
export function useAsked<T>(path: string): readonly [Asked<T>, again: () => void] {
  const [asked, setAsked] = useState<Asked<T>>({ status: 'asking' })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    // What nobody waits for any more, the services need not answer.
    const stop = new AbortController()
    async function hear(): Promise<void> {
      const answer = await ask<T>(path, stop.signal)
      if (!stop.signal.aborted) setAsked(answer)
    }
    void hear()
    return () => stop.abort()
  }, [path, times])
  function again(): void {
    setAsked((now) => ({ status: 'asking', latest: latestOf(now) }))
    setTimes((now) => now + 1)
  }
  return [asked, again]
}

/** What is known, also while it is asked for again. */
export function latestOf<T>(asked: Asked<T>): T | undefined {
  if (asked.status === 'failed') return undefined
  return asked.status === 'asking' ? asked.latest : asked.value
}

async function ask<T>(path: string, signal: AbortSignal): Promise<Asked<T>> {
  try {
    const answer = await fetch(path, { signal })
    const body: unknown = await answer.json()
    if (answer.ok) return { status: 'answered', value: body as T }
    const { message } = body as { readonly message?: string }
    return { status: 'failed', message: message ?? `The local services responded with ${answer.status}.` }
  } catch {
    return { status: 'failed', message: 'The local services do not respond.' }
  }
}
