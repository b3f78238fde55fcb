import type { SeenProblem } from '../seen.ts'
import { h, setText } from './h.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'
import { timeText } from './timeText.ts'

/** What the layer has reported on this page. */
export const problemsTab: Tab = {
  name: 'Problems',
  count: ({ seen }) => seen.problems.size,
  create({ seen, docs }) {
    const list = h('ul', { class: 'list' })
    const empty = h('p', { class: 'empty' })
    const show = rows<SeenProblem>(
      list,
      ({ where, code, message }) => `${where} ${code ?? message}`,
      ({ code }) => {
        const where = h('span', { class: 'key' })
        const since = h('span', { class: 'note' })
        const words = h('p')
        return {
          element: h('li', { class: 'flag' }, h('div', { class: 'line' }, where, since), words, ...linkOf(code, docs)),
          update(problem) {
            setText(where, problem.where)
            setText(since, timesOf(problem))
            setText(words, problem.message)
          },
        }
      },
    )
    return {
      element: h('div', {}, list, empty),
      update() {
        show([...seen.problems.values()].sort((one, other) => other.at - one.at))
        setText(empty, seen.problems.size > 0 ? '' : 'Nothing was reported on this page since the inspector runs.')
      },
    }
  },
}

function timesOf({ times, since, at }: SeenProblem): string {
  return times === 1 ? timeText(at) : `${times} times, from ${timeText(since)} to ${timeText(at)}`
}

function linkOf(code: string | undefined, docs: string | undefined): readonly HTMLElement[] {
  if (code === undefined || docs === undefined) return []
  const href = `${docs.replace(/\/+$/, '')}/reference/messages/#${code.toLowerCase()}`
  return [h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, `Cause and remedy of ${code}`)]
}
