import type { Override, Scope } from '../overrides.ts'
import { linkWith } from '../overrideLink.ts'
import type { Inspected } from '../inspected.ts'
import { copyButton } from './copyButton.ts'
import { flagReaders } from './flagReaders.ts'
import { flagRow, type ShownFlag } from './flagRow.ts'
import { h, setText } from './h.ts'
import { createOutlines } from './outlines.ts'
import { codeOf, currentProblems } from './problems.ts'
import { rows } from './rows.ts'
import { scopeChoice } from './scopeChoice.ts'
import type { Tab } from './tab.ts'

/** The maximum number of flags that are shown at a time. */
const MAX_ROWS = 100
/** How many of them are shown until somebody scrolls to their end. */
const FIRST_ROWS = 20

const STATUS = {
  initialising: 'They are being loaded.',
  cached: 'They are from an earlier visit, or from the page: not confirmed yet.',
  live: 'They are as the flag service has sent them last.',
  failed: 'They could not be fetched: these are the values that were known.',
}

/** The flags of the user, and their overrides. */
export const flagsTab: Tab = {
  name: 'Flags',
  count: ({ overrides }) => overrides.all().size,
  create(inspected) {
    const { layer, overrides } = inspected
    const filter = h('input', {
      type: 'search',
      'aria-label': 'Filter flags',
      placeholder: 'Filter flags',
      input: update,
    })
    const scope = scopeChoice('Where an override holds')
    const status = h('p', { class: 'note' })
    const refused = h('p', { class: 'warning', role: 'status' })
    const clear = h('button', { type: 'button', click: () => overrides.clearAll() }, 'Clear all overrides')
    const copy = copyButton('Copy link with overrides', () => linkWith(layer.app, valuesOf(overrides.all())))
    const actions = h('div', { class: 'line' }, clear, copy)
    const list = h('ul', { class: 'list' })
    const empty = h('p', { class: 'empty' })
    let most = FIRST_ROWS
    const scrolling = new IntersectionObserver(([end]) => {
      if (!end?.isIntersecting) return
      most = MAX_ROWS
      update()
    })
    scrolling.observe(empty)
    const outlines = createOutlines(inspected.frame)
    const show = rows<ShownFlag>(
      list,
      ({ key }) => key,
      ({ key }) => flagRow(key, { ...inspected, outlines, scope: () => scope.value as Scope }),
    )
    const sorted = sortedKeys(inspected)
    const readers = flagReaders(layer)

    function update() {
      const words = filter.value.trim().toLowerCase()
      const all = sorted()
      const found = words ? all.filter((key) => key.toLowerCase().includes(words)) : all
      const own = overrides.all()
      const readersOf = readers.look()
      show(
        found.slice(0, most).map((key) => ({
          key,
          flag: layer.flags.getFlag(key),
          override: own.get(key),
          readers: readersOf(key),
        })),
      )
      setText(
        status,
        [
          all.length === 1 ? '1 flag.' : `${all.length} flags.`,
          STATUS[layer.flags.status.get()],
          ...(own.size > 0 ? ['Those that are overridden have other values.'] : []),
          ...problemWords(inspected),
        ].join(' '),
      )
      setText(empty, emptyWords({ all: all.length, found: found.length, most }))
      setText(
        refused,
        overrides.isStored() ? '' : 'The browser stores nothing here: overrides end when this page is left.',
      )
      actions.hidden = own.size === 0
    }

    const tools = h('div', { class: 'line' }, filter, h('label', { class: 'note' }, 'Override ', scope))
    return {
      element: h('div', {}, tools, actions, refused, status, list, empty),
      update,
      stop() {
        readers.stop()
        scrolling.disconnect()
        outlines.end()
      },
    }
  },
}

/** The codes of requests for flags that fail. */
const REQUESTS: readonly unknown[] = ['T86', 'T88', 'T89', 'T90', 'T92', 'T184']

function problemWords({ seen, layer }: Pick<Inspected, 'seen' | 'layer'>): readonly string[] {
  const own = currentProblems(seen).filter(({ where }) => where === 'flags')
  if (own.length === 0) return []
  const isStreamed = layer.flags.status.get() === 'live' && own.some((one) => REQUESTS.includes(codeOf(one)))
  return [
    isStreamed
      ? 'Requests for them fail: they come by the stream only. See Problems.'
      : 'There is a problem: see Problems.',
  ]
}

const valuesOf = (overrides: ReadonlyMap<string, Override>) =>
  new Map([...overrides].map(([key, { value }]) => [key, value]))

/** The keys of the flags that are known or defined, those that are overridden first. They are sorted when they have changed. */
function sortedKeys({ layer: { flags, definitions }, overrides }: Inspected): () => readonly string[] {
  let known: object | undefined
  let own: object | undefined
  let keys: readonly string[] = []
  return () => {
    const values = flags.allFlags()
    if (values === known && overrides.all() === own) return keys
    known = values
    own = overrides.all()
    const all = new Set([...Object.keys(values), ...Object.keys(definitions.flags ?? {})])
    const first = [...overrides.all().keys()].sort()
    for (const key of first) all.delete(key)
    keys = [...first, ...[...all].sort()]
    return keys
  }
}

function emptyWords({ all, found, most }: Readonly<Record<'all' | 'found' | 'most', number>>): string {
  if (all === 0) return 'There are no flags: none have arrived, and the settings define none.'
  if (found === 0) return 'No flag has this in its key.'
  return found > most ? `${found - most} more: filter to find them.` : ''
}
