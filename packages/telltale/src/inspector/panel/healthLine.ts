import type { Inspected } from '../inspected.ts'
import { h, setText } from './h.ts'
import { healthOf } from './health.ts'

/** A line that says what is wrong now, and leads to the tab that has more. */
export function healthLine(inspected: Inspected, choose: (tab: string) => void) {
  const title = h('strong')
  const words = h('span', { class: 'health-words' })
  const button = h(
    'button',
    { type: 'button', class: 'health', click: () => choose(healthOf(inspected, Date.now()).tab) },
    title,
    words,
  )
  return {
    element: h('div', { role: 'status' }, button),
    update() {
      const health = healthOf(inspected, Date.now())
      button.dataset['tone'] = health.tone
      setText(title, health.title)
      setText(words, health.words)
    },
  }
}
