import { CHECK_FILES } from '../core/loadLater.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { createFrame } from './createFrame.ts'
import type { InspectorOptions } from './createInspector.ts'
import type { Inspected, Loads, PanelPart } from './inspected.ts'
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
  const frame = createFrame(layer.app, { hasButton: button, onToggle: toggle })
  const listening = new AbortController()
  const { signal } = listening
  const recorded: Inspected['recorded'] = {}
  const inspected: Inspected = { layer, seen, overrides, recorded, frame: frame.element, docs, open, close }
  let part: Promise<PanelPart> | undefined
  let endPanel: (() => void) | undefined
  let endBanner: (() => void) | undefined
  /** What had the focus before the panel was opened. */
  let before: Element | null = null

  async function load(show: (loaded: PanelPart) => void) {
    try {
      part ??= Promise.resolve(loads.panel())
      const loaded = await part
      if (!signal.aborted) show(loaded)
    } catch {
      part = undefined
      if (!signal.aborted) layer.warn(`The panel could not be loaded. ${CHECK_FILES} (T183)`)
    }
  }

  function open() {
    if (frame.isOpen()) return
    before = document.activeElement
    frame.setOpen(true)
    void load(({ startPanel }) => {
      if (frame.isOpen()) endPanel ??= startPanel(inspected)
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

  function followOverrides() {
    if (overrides.all().size > 0) void load(({ startBanner }) => void (endBanner ??= startBanner(inspected)))
  }

  addEventListener(
    'keydown',
    (event) => {
      // With two layers on a page, the key closes the panel that is open, and otherwise opens the first one.
      if (!isKey(event, key) || event.defaultPrevented || frame.isOtherOpen()) return
      event.preventDefault()
      toggle()
    },
    { capture: true, signal },
  )
  const unsubscribe = overrides.subscribe(followOverrides)
  followOverrides()
  // Without it, events are followed on this page alone.
  Promise.resolve(loads.sharing()).then(
    ({ startSharing }) => signal.aborted || startSharing(inspected, signal),
    () => {},
  )

  function stop() {
    unsubscribe()
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
      overrides.withdraw()
    },
  }
}
