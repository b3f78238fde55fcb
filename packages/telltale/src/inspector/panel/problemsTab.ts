import type { Seen, SeenProblem } from '../seen.ts'
import { h, setText } from './h.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'
import { timeText } from './timeText.ts'

/** What the layer has reported on this page. */
export const problemsTab: Tab = {
  name: 'Problems',
  count: ({ seen }) => problemsOf(seen).length,
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
        const problems = problemsOf(seen)
        show(problems)
        setText(empty, problems.length > 0 ? '' : 'Nothing has been reported on this page so far.')
      },
    }
  },
}

/** The latest first. A destination that has failed twice in a row is one before the layer says what to do. */
function problemsOf({ problems, attempts }: Pick<Seen, 'problems' | 'attempts'>): readonly SeenProblem[] {
  const reported = [...problems.values()]
  const failing = [...attempts.values()].flatMap(({ destination, failures, reason = 'no answer', at }): SeenProblem[] =>
    failures > 1 && !reported.some(({ where }) => where === destination)
      ? [
          {
            ...{ where: destination, message: `It takes no events: ${reason}. They are kept, and sent again.` },
            ...{ isError: true, code: undefined, since: at, at, times: 1 },
          },
        ]
      : [],
  )
  return [...failing, ...reported].sort((one, other) => other.at - one.at)
}

function timesOf({ times, since, at }: SeenProblem): string {
  return times === 1 ? timeText(at) : `${times} times, from ${timeText(since)} to ${timeText(at)}`
}

function linkOf(code: string | undefined, docs: string | undefined): readonly HTMLElement[] {
  if (code === undefined || docs === undefined) return []
  const href = `${docs.replace(/\/+$/, '')}/reference/messages/#${code.toLowerCase()}`
  return [h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, `Cause and remedy of ${code}`)]
}
