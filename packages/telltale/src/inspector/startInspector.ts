import { attempt } from '../core/lib/attempt.ts'
import { CHECK_FILES } from '../core/loadLater.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { createFrame } from './createFrame.ts'
import type { InspectorOptions } from './createInspector.ts'
import type { Inspected, Loads, PanelPart } from './inspected.ts'
import { isKey } from './isKey.ts'
import type { Overrides } from './overrides.ts'
import { watchLayer } from './seen.ts'
import { whenRead } from './whenRead.ts'
import { PREFIX } from '../platform/webStorage.ts'

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
  /** Present in the storage of the tab while the panel is open, so that it is open after a reload. */
  const isOpenKey = `${PREFIX}panel-open:${layer.app}`
  const recorded: Inspected['recorded'] = {}
  const inspected: Inspected = {
    layer,
    seen,
    overrides,
    recorded,
    frame,
    docs,
    open: () => open(),
    close,
    showAgain,
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
    attempt(() => sessionStorage.setItem(isOpenKey, '1'))
    showPanel(takesFocus)
  }

  function showPanel(takesFocus = true) {
    void load(({ startPanel }) => {
      if (!frame.isOpen()) return
      endPanel ??= startPanel(inspected, takesFocus)
      overrides.suspend(false)
    })
  }

  const forgetOpen = () => attempt(() => sessionStorage.removeItem(isOpenKey))

  function close() {
    frame.setOpen(false)
    forgetOpen()
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
    if (!loaded || signal.aborted) return
    loaded.stayInPage(inspected, signal)
    loaded.startSharing(inspected, signal)
  }

  const undo = [
    overrides.subscribe(followOverrides),
    seen.subscribe(() => frame.mark(seen.problems().filter(({ endedAt }) => !endedAt).length)),
    whenRead(() => attempt(() => sessionStorage.getItem(isOpenKey)) && open(false)),
  ]
  followOverrides()
  void share()

  function stop() {
    undo.forEach((end) => end())
    listening.abort()
    endPanel?.()
    endBanner?.()
    recorded.recording?.stop()
    seen.stop()
    overrides.stop()
    frame.remove()
  }

  return {
    stop,
    /** Ends what it shows and changes, while the layer goes on. */
    withdraw() {
      stop()
      forgetOpen()
      overrides.withdraw()
    },
  }
}
