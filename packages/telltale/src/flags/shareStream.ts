import { childController } from '../core/lib/childController.ts'
import { hashText } from '../core/lib/hashText.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Channel } from '../core/ports/channel.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Tabs } from '../core/ports/tabs.ts'
import type { HttpRequest } from '../core/ports/transport.ts'

/** [spec] §9, cross-tab messaging timings. So often the tab that holds the stream tells the others that it lives, ... */
const SIGN_OF_LIFE_MS = 45_000
/** ... so often the others look whether it is their turn if nobody tells them, ... */
const LOOK_AFTER_MS = 60_000
/** ... and so long they believe a tab that holds the stream and says nothing: it may be asleep, as phones put tabs to sleep. */
const SILENCE_MS = 120_000

/** ... and so long a tab that was about to be left waits before it holds the stream again: it may have stayed, as after a download. */
const STAYS_AFTER_MS = 10_000

/** A tab that says that it leaves lets go of the stream a moment later. */
const LETS_GO_AFTER_MS = 200

/** Messages of the tab that holds the stream, besides the stream's own: it lives; it leaves. */
const ALIVE = 'alive'
const BYE = 'bye'

type OnMessage = (message: ServerSentEvent) => void

export interface StreamSharing {
  tabs: Tabs
  channel: Channel
  clock: Clock
  /** Keeps a stream open until the signal aborts or the service refuses it for good. */
  stream(onMessage: OnMessage, signal: AbortSignal): Promise<void>
  onMessage: OnMessage
  /** Something may have been missed: the flags are to be asked for. */
  onMissed(): void
  /** What came before now is not known, nor has it been asked for. */
  hasMissed: boolean
}

/** One stream for all tabs of the origin that ask for the same: one reads it, and tells the others. */
export async function shareStream(request: HttpRequest, sharing: StreamSharing, signal: AbortSignal): Promise<void> {
  const { tabs, channel, clock, stream, onMessage, onMissed } = sharing
  const name = `stream:${hashText(JSON.stringify([request.url, request.body]), 0)}`
  let heardAt = clock.now()
  let isOver = false
  let isFirst = true
  /** What came before it joined, or while it was away, is not heard again. */
  let { hasMissed } = sharing
  let nap = childController(signal)
  const wake = () => nap.abort()
  const tellOthers = channel(name, { onMessage: hear, onReturn }, signal)
  if (!tellOthers) return stream(onMessage, signal)
  const say = tellOthers

  function hear(text: string) {
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
    alone.addEventListener('abort', () => say(BYE))
    void showLife(alone)
    await stream((message) => {
      onMessage(message)
      say(JSON.stringify(message))
    }, alone)
    isOver = !alone.aborted
    if (isOver) say(BYE)
  }

  async function showLife(alone: AbortSignal) {
    for (;;) {
      say(ALIVE)
      await sleep(clock, SIGN_OF_LIFE_MS, alone)
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
    nap = childController(signal)
    // At first it may be this tab itself that is letting go: of the same stream, for whoever was here before.
    if (hasLed || !isFirst) await sleep(clock, hasLed ? STAYS_AFTER_MS : LOOK_AFTER_MS, nap.signal)
    isFirst = false
    await sleep(clock, LETS_GO_AFTER_MS, signal)
    if (!signal.aborted && clock.now() - heardAt >= SILENCE_MS) return stream(onMessage, signal)
  }
}
