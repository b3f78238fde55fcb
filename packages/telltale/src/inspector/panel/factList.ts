import { h, setText } from './h.ts'
import { rows } from './rows.ts'

/** `where` is shown small, such as a key of the storage. */
export type Fact = readonly [name: string, value: string, where?: string]

/** A list of names with values. */
export function factList() {
  const element = h('dl', { class: 'facts' })
  const show = rows<Fact>(
    element,
    ([name, , where = '']) => `${where} ${name}`,
    ([name, , where]) => {
      const value = h('dd')
      const term = h('dt', {}, name, ...(where === undefined ? [] : [h('small', {}, where)]))
      return { element: h('div', {}, term, value), update: ([, text]) => setText(value, text) }
    },
  )
  return { element, show }
}
