import type { Inspected } from '../inspected.ts'
import { h, setText } from './h.ts'
import { addPanelStyles } from './panelStyles.ts'

/** Says at the edge of the page that flags are overridden, as long as any is. Returns what ends it. */
export function startBanner({ frame, overrides, open }: Inspected): () => void {
  const words = h('span', { role: 'status' })
  const move = h('button', { type: 'button', click: moveOn })
  const banner = h(
    'div',
    { class: 'banner', role: 'region', 'aria-label': 'Overridden flags' },
    words,
    h('button', { type: 'button', click: () => open() }, 'Show'),
    h('button', { type: 'button', click: overrides.clearAll }, 'Clear'),
    move,
  )

  function moveOn() {
    banner.toggleAttribute('data-above')
    name()
  }

  function name() {
    const isAbove = banner.hasAttribute('data-above')
    setText(move, isAbove ? '↓' : '↑')
    move.setAttribute('aria-label', isAbove ? 'Move down' : 'Move up')
  }

  function update() {
    const { size } = overrides.all()
    setText(words, size === 1 ? '1 flag is overridden' : `${size} flags are overridden`)
    if (size === 0) banner.remove()
    else if (!banner.isConnected) frame.element.prepend(banner)
  }

  addPanelStyles(frame.element)
  name()
  update()
  const unsubscribe = overrides.subscribe(update)
  return () => {
    unsubscribe()
    banner.remove()
  }
}
