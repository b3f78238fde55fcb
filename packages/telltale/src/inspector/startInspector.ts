import { attempt } from '../core/lib/attempt.ts'
import { CHECK_FILES } from '../core/loadLater.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { createFrame } from './createFrame.ts'
import type { Inspected, Loads, PanelPart } from './inspected.ts'
import type { InspectorOptions } from './inspectorOptions.ts'
import { isKey } from './isKey.ts'
import type { Overrides } from './overrides.ts'
import { watchLayer } from './seen.ts'

/** The key to the left of the 1. No browser uses it with Ctrl, and applications with a console of their own use it for that. */
const KEY = 'Control+Backquote'

interface Needs extends InspectorOptions {
  readonly loads: Loads
}

/** Shows the button, listens to the key, and loads the panel when it is wanted or a flag is overridden. */
export function startInspector(layer: ObservedLayer, overrides: Overrides, needs: Needs) {
  const { key = KEY, button = true, docs, loads } = needs
  const seen = watchLayer(layer)
  const frame = createFrame(layer.app, { hasButton: button, onToggle: toggle, onKey })
  const listening = new AbortController()
  const { signal } = listening
  const inspected: Inspected = {
    layer,
    seen,
    overrides,
    recorded: {},
    frame,
    docs,
    open,
    close,
    showAgain,
    signal,
  }
  let part: Promise<PanelPart | undefined> | undefined
  let endPanel: (() => void) | undefined
  let endBanner: (() => void) | undefined
  /** What had the focus before the panel was opened. */
  let before: Element | null = null

  async function load(show: (loaded: PanelPart) => void) {
    part ??= Promise.resolve(attempt(loads.panel))
    const loaded = await part.catch(() => {})
    if (signal.aborted) return
    if (!loaded) part = undefined
    else if (attempt(() => (show(loaded), true))) return
    // What cannot be seen must not act.
    if (!endBanner) overrides.suspend(true)
    layer.warn(loaded ? 'The panel has failed. (T187)' : `The panel could not be loaded. ${CHECK_FILES} (T183)`)
  }

  function open(takesFocus = true) {
    if (frame.isOpen()) return
    before = document.activeElement
    frame.setOpen(true)
    showPanel(takesFocus)
  }

  function showPanel(takesFocus = true) {
    void load(({ startPanel }) => {
      if (!frame.isOpen()) return
      endPanel ??= startPanel(inspected, takesFocus)
      overrides.suspend(false)
    })
  }

  function close() {
    frame.setOpen(false)
    endPanel?.()
    endPanel = undefined
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
    else frame.focusButton()
  }

  function toggle() {
    if (frame.isOpen()) close()
    else open()
  }

  function onKey(event: KeyboardEvent) {
    // With two layers on a page, the key closes the panel that is open, and otherwise opens the first one.
    if (!isKey(event, key) || event.defaultPrevented || frame.isOtherOpen()) return
    event.preventDefault()
    toggle()
  }

  function showAgain() {
    endPanel?.()
    endBanner?.()
    endPanel = endBanner = undefined
    if (frame.isOpen()) showPanel()
    followOverrides()
  }

  function followOverrides() {
    if (overrides.all().size > 0) void load(({ startBanner }) => void (endBanner ??= startBanner(inspected)))
  }

  /** Without it, events are followed on this page alone. */
  async function share() {
    const loaded = await Promise.resolve(attempt(loads.sharing)).catch(() => {})
    if (!signal.aborted) loaded?.startSharing(inspected)
  }

  const unsubscribe = overrides.subscribe(followOverrides)
  followOverrides()
  void share()

  function stop() {
    unsubscribe()
    listening.abort()
    endPanel?.()
    endBanner?.()
    seen.stop()
    overrides.stop()
    frame.remove()
  }

  return {
    stop,
    /** Ends what it shows and changes, while the layer goes on. */
    withdraw() {
      stop()
      overrides.withdraw()
    },
  }
}
