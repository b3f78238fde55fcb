import { h, setText } from './h.ts'
import { rows } from './rows.ts'

export type Fact = readonly [name: string, value: string]

/** A list of names with values. */
export function factList() {
  const element = h('dl', { class: 'facts' })
  const show = rows<Fact>(
    element,
    ([name]) => name,
    ([name]) => {
      const value = h('dd')
      return { element: h('div', {}, h('dt', {}, name), value), update: ([, text]) => setText(value, text) }
    },
  )
  return { element, show }
}
