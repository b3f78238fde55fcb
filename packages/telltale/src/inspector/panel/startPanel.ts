import { otherInspectors } from '../createFrame.ts'
import type { Inspected } from '../inspected.ts'
import { destinationsTab } from './destinationsTab.ts'
import { eventsTab } from './eventsTab.ts'
import { flagsTab } from './flagsTab.ts'
import { h, setText } from './h.ts'
import { problemsTab } from './problemsTab.ts'
import { addPanelStyles } from './panelStyles.ts'
import { recordTab } from './recordTab.ts'
import { tabList } from './tabList.ts'
import { whoTab } from './whoTab.ts'

export { startBanner } from './startBanner.ts'

const TABS = [whoTab, flagsTab, eventsTab, destinationsTab, problemsTab, recordTab]

/** How long changes are collected before they are shown, in milliseconds. */
const SHOW_AFTER_MS = 100
/** How often values are read that no message announces, such as those of flags, in milliseconds. */
const LOOK_EVERY_MS = 500

/** The places of the panel, in the order in which its button goes through them. */
const SIDES = ['right', 'left', 'bottom'] as const

/** Shows the panel. Returns what ends it. */
export function startPanel(inspected: Inspected): () => void {
  const { layer, frame, seen, overrides, close } = inspected
  let side = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const tabs = tabList(TABS, inspected)
  const move = h('button', { type: 'button', class: 'move quiet', click: moveOn })
  const panel = h(
    'section',
    // It does not keep the focus: the page stays in use beside it.
    { class: 'panel', role: 'dialog', 'aria-label': `Telltale: ${layer.app}`, tabindex: '-1', keydown: onKey },
    h(
      'header',
      { class: 'head' },
      h('h2', {}, 'Telltale ', h('small', {}, layer.app)),
      ...otherLayers(inspected),
      move,
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', click: close }, '✕'),
    ),
    tabs.element,
  )

  function place() {
    panel.dataset['side'] = SIDES[side]
    setText(move, `Move to the ${SIDES[(side + 1) % SIDES.length]}`)
  }

  function moveOn() {
    side = (side + 1) % SIDES.length
    place()
  }

  function onKey(event: Event) {
    if ((event as KeyboardEvent).key === 'Escape') close()
  }

  /** At most one update in this time, whatever happens meanwhile. */
  const show = () =>
    (timer ??= setTimeout(() => {
      timer = undefined
      tabs.update()
    }, SHOW_AFTER_MS))

  addPanelStyles(frame)
  place()
  tabs.update()
  const middle = h('div', { class: 'middle' }, panel)
  frame.append(middle)
  panel.focus()
  const looking = setInterval(tabs.update, LOOK_EVERY_MS)
  const undo = [seen.subscribe(show), overrides.subscribe(show), tabs.stop]

  return () => {
    clearInterval(looking)
    clearTimeout(timer)
    undo.forEach((end) => end())
    middle.remove()
  }
}

/** A choice of the layers of this page, if it has several. */
function otherLayers({ layer, frame, close }: Inspected): readonly HTMLElement[] {
  const others = otherInspectors(frame)
  if (others.length === 0) return []
  const choice = h(
    'select',
    {
      'aria-label': 'Layer',
    },
    ...[layer.app, ...others.map(([name]) => name)].map((name) => h('option', {}, name)),
  )
  choice.addEventListener('change', () => {
    const chosen = others[choice.selectedIndex - 1]
    close()
    chosen?.[1]()
  })
  return [choice]
}
