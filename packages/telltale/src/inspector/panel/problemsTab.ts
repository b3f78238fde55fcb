import type { PageProblem } from '../../core/watchProblems.ts'
import { h, setText } from './h.ts'
import { codeOf, currentProblems, isPast, problemsOf } from './problems.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'
import { timeText } from './timeText.ts'

/** What the layer has reported on this page. */
export const problemsTab: Tab = {
  name: 'Problems',
  count: ({ seen }) => currentProblems(seen).length,
  create({ seen, docs }) {
    const list = h('ul', { class: 'list' })
    const empty = h('p', { class: 'empty' })
    const remedies = remediesLater(update)
    const show = rows<PageProblem>(
      list,
      (problem) => `${problem.where} ${codeOf(problem) ?? problem.message}`,
      (problem) => {
        const severity = h('span', { class: 'state' })
        const since = h('p', { class: 'note' })
        const words = h('p')
        const remedy = h('p', { class: 'remedy' })
        const head = h('div', { class: 'line' }, h('span', { class: 'key' }, problem.where), severity)
        return {
          element: h('li', { class: 'flag' }, head, words, remedy, since, ...entryOf(codeOf(problem), docs)),
          update(one) {
            setText(severity, severityOf(one))
            severity.dataset['tone'] = isPast(one) ? '' : one.isError ? 'bad' : 'waiting'
            setText(since, timesOf(one))
            setText(words, one.message)
            const text = remedies.of(codeOf(one))
            if (text && !remedy.hasChildNodes()) remedy.append(h('strong', {}, 'Remedy:'), ' ', ...withCode(text))
          },
        }
      },
    )

    function update() {
      const problems = problemsOf(seen)
      if (problems.length > 0) remedies.load()
      show(problems)
      setText(empty, problems.length > 0 ? '' : 'Nothing has been reported on this page so far.')
    }

    return { element: h('div', {}, list, empty), update }
  },
}

/** The remedies are a file of their own, which is loaded with the first problem. Without it, there are none. */
function remediesLater(onLoad: () => void) {
  let remedies: Readonly<Record<string, string>> = {}
  let loading: Promise<void> | undefined

  async function fetchThem() {
    const loaded = await import('./remedies.ts').catch(() => {})
    if (!loaded) return
    remedies = loaded.REMEDIES
    onLoad()
  }

  return {
    load: () => void (loading ??= fetchThem()),
    of: (code = '') => remedies[code],
  }
}

/** A text in which signs of code stand around code. */
const withCode = (text: string) => text.split('`').map((part, index) => (index % 2 === 1 ? h('code', {}, part) : part))

function severityOf(problem: PageProblem): string {
  const severity = problem.isError ? 'Error' : 'Warning'
  return isPast(problem) ? `${severity}, ended` : severity
}

function timesOf({ times, since, at, endedAt }: PageProblem): string {
  const when = times === 1 ? timeText(at) : `${times} times, from ${timeText(since)} to ${timeText(at)}`
  return endedAt === undefined ? when : `${when}. Ended at ${timeText(endedAt)}.`
}

/** Where the cause is: at the address of the documentation if the application has set it, or behind a command that needs no network. */
function entryOf(code: string | undefined, docs: string | undefined): readonly HTMLElement[] {
  if (code === undefined) return []
  if (docs === undefined)
    return [h('p', { class: 'note' }, h('code', {}, `npx telltale explain ${code}`), ' prints the cause.')]
  const href = `${docs.replace(/\/+$/, '')}/reference/messages/#${code.toLowerCase()}`
  return [h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, `Cause and remedy of ${code}`)]
}
