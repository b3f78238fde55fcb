import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { childController } from '../core/lib/time.ts'
import { hashText } from '../core/lib/hashText.ts'
import { sleep } from '../core/lib/time.ts'
import type { Channel, Clock, Tabs } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'

/** [spec] §9, cross-tab messaging timings: how often the tab that holds the stream sends a heartbeat, in milliseconds. */
const HEARTBEAT_MS = 45_000
/** [spec] §9: how often the other tabs try to take over the stream if no message tells them to, in milliseconds. */
const TAKEOVER_CHECK_MS = 60_000
/** [spec] §9: how long the other tabs rely on a silent holder, in milliseconds. It may be suspended, as phones suspend tabs. */
const SILENCE_TIMEOUT_MS = 120_000

/**
 * How long a tab that was about to close waits before it takes the stream again, in milliseconds. It may have stayed open, as
 * after a download.
 */
const RETAKE_DELAY_MS = 10_000

/** How long after BYE a tab releases the stream, in milliseconds. */
const RELEASE_DELAY_MS = 200

/** What the tab with the stream sends in addition to the messages of the stream: its heartbeat, and the end of its turn. */
const ALIVE = 'alive'
const BYE = 'bye'

type OnMessage = (message: ServerSentEvent) => void

interface StreamSharing {
  tabs: Tabs
  channel: Channel
  clock: Clock
  /** Keeps a stream open until the signal aborts or the service refuses it for good. */
  stream(onMessage: OnMessage, signal: AbortSignal): Promise<void>
  onMessage: OnMessage
  /** Called when messages may have been missed: the flags must be requested. */
  onMissed(): void
  /** Whether earlier messages are unknown, and the flags have not just been requested. */
  hasMissed: boolean
}

export type ShareStream = typeof shareStream

/** Shares one stream between all tabs of the origin with the same request: one tab reads it and forwards its messages. */
export async function shareStream(request: HttpRequest, sharing: StreamSharing, signal: AbortSignal): Promise<void> {
  const { tabs, channel, clock, stream, onMessage, onMissed } = sharing
  const name = `stream:${hashText(writeJson([request.url, request.body]), 0)}`
  let heardAt = clock.now()
  let isOver = false
  let isFirst = true
  /** Whether this tab may have missed messages: those sent before it joined, or while it was suspended, are not repeated. */
  let { hasMissed } = sharing
  let waiting = childController(signal)
  const wake = () => waiting.abort()
  const post = channel(name, { onMessage: receive, onReturn }, signal)
  if (!post) return stream(onMessage, signal)
  const broadcast = post

  function receive(text: string) {
    heardAt = clock.now()
    if (text === BYE) wake()
    const message = parseJson(text)
    if (isRecord(message)) onMessage(message as unknown as ServerSentEvent)
  }

  function onReturn() {
    hasMissed = true
    wake()
  }

  async function lead(alone: AbortSignal) {
    alone.addEventListener('abort', () => broadcast(BYE))
    void sendHeartbeats(alone)
    await stream((message) => {
      onMessage(message)
      broadcast(writeJson(message))
    }, alone)
    isOver = !alone.aborted
    if (isOver) broadcast(BYE)
  }

  async function sendHeartbeats(alone: AbortSignal) {
    for (;;) {
      broadcast(ALIVE)
      await sleep(clock, HEARTBEAT_MS, alone)
      if (alone.aborted || isOver) return
    }
  }

  while (!signal.aborted && !isOver) {
    const hasLed = await tabs.whileAlone(name, signal, lead)
    if (signal.aborted || isOver) return
    if (hasLed) heardAt = clock.now()
    else if (hasMissed) onMissed()
    hasMissed = false
    wake()
    waiting = childController(signal)
    // At first, this tab itself may be about to release the same stream, which it held for an earlier session.
    if (hasLed || !isFirst) await sleep(clock, hasLed ? RETAKE_DELAY_MS : TAKEOVER_CHECK_MS, waiting.signal)
    isFirst = false
    await sleep(clock, RELEASE_DELAY_MS, signal)
    if (!signal.aborted && clock.now() - heardAt >= SILENCE_TIMEOUT_MS) return stream(onMessage, signal)
  }
}
