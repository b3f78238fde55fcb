import type { Inspected } from '../inspected.ts'
import { destinationsTab } from './destinationsTab.ts'
import { eventsTab } from './eventsTab.ts'
import { flagsTab } from './flagsTab.ts'
import { healthLine } from './healthLine.ts'
import { h, setText } from './h.ts'
import { otherInspectors } from './otherInspectors.ts'
import { problemsTab } from './problemsTab.ts'
import { panelState } from './panelState.ts'
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
/** The heights of the panel on a narrow screen, where it is a sheet at the bottom. */
const SIZES = ['small', 'half', 'large'] as const

/** Shows the panel. Returns what ends it. */
export function startPanel(inspected: Inspected, takesFocus: boolean): () => void {
  const { layer, frame, seen, overrides, close } = inspected
  const state = panelState(layer.app)
  // From now on, the button needs no word.
  state.change({})
  const { tab = 'Flags', side: lastSide, size: lastSize } = state.get()
  let side = Math.max(
    0,
    SIDES.findIndex((one) => one === lastSide),
  )
  let size = Math.max(
    0,
    SIZES.findIndex((one) => one === (lastSize ?? 'half')),
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  const tabs = tabList(TABS, inspected, { first: tab, onChoose: (name) => state.change({ tab: name }) })
  const health = healthLine(inspected, tabs.choose)
  const smaller = sizeButton('Smaller', '▾', () => resize(-1))
  const larger = sizeButton('Larger', '▴', () => resize(1))
  const move = h('button', { type: 'button', class: 'move quiet', click: moveOn })
  const panel = h(
    'section',
    // It does not keep the focus: the page stays in use beside it.
    { class: 'panel', role: 'dialog', 'aria-label': `Telltale: ${layer.app}`, tabindex: '-1', keydown: onKey },
    h(
      'div',
      { class: 'head' },
      h('h2', {}, 'Telltale ', h('small', {}, layer.app)),
      ...otherLayers(inspected),
      smaller,
      larger,
      move,
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', click: close }, '✕'),
    ),
    health.element,
    tabs.element,
  )

  function place() {
    panel.dataset['side'] = SIDES[side]
    panel.dataset['size'] = SIZES[size]
    // A button that is disabled would lose the focus.
    smaller.setAttribute('aria-disabled', String(size === 0))
    larger.setAttribute('aria-disabled', String(size === SIZES.length - 1))
    setText(move, `Move to the ${SIDES[(side + 1) % SIDES.length]}`)
  }

  function moveOn() {
    side = (side + 1) % SIDES.length
    state.change({ side: SIDES[side] ?? '' })
    place()
  }

  function resize(step: number) {
    size = Math.min(Math.max(size + step, 0), SIZES.length - 1)
    state.change({ size: SIZES[size] ?? '' })
    place()
  }

  function update() {
    health.update()
    tabs.update()
  }

  function onKey(event: Event) {
    if ((event as KeyboardEvent).key === 'Escape') close()
  }

  /** At most one update in this time, whatever happens meanwhile. */
  const show = () =>
    (timer ??= setTimeout(() => {
      timer = undefined
      update()
    }, SHOW_AFTER_MS))

  addPanelStyles(frame.element)
  place()
  update()
  const middle = h('div', { class: 'middle' }, panel)
  frame.element.append(middle)
  if (takesFocus) panel.focus()
  const looking = setInterval(update, LOOK_EVERY_MS)
  const undo = [seen.subscribe(show), overrides.subscribe(show), tabs.stop]

  return () => {
    clearInterval(looking)
    clearTimeout(timer)
    undo.forEach((end) => end())
    middle.remove()
  }
}

const sizeButton = (name: string, sign: string, click: () => void) =>
  h('button', { type: 'button', class: 'size quiet', 'aria-label': name, title: name, click }, sign)

/** A choice of the layers of this page, if it has several. */
function otherLayers({ layer, frame, close }: Inspected): readonly HTMLElement[] {
  const others = otherInspectors(frame.element)
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
