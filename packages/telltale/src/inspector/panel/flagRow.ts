import { attempt } from '../../core/lib/attempt.ts'
import type { FlagDefinition } from '../../core/model/definitions.ts'
import type { Flag } from '../../core/model/flag.ts'
import type { Json } from '../../core/model/json.ts'
import type { Inspected } from '../inspected.ts'
import type { Override, Scope } from '../overrides.ts'
import { h, setText } from './h.ts'
import { jsonLine } from './jsonText.ts'
import { reasonWords } from './reasonWords.ts'
import type { Row } from './rows.ts'
import { scopeChoice } from './scopeChoice.ts'

export interface ShownFlag {
  readonly key: string
  readonly flag: Flag | undefined
  readonly override: Override | undefined
  /** Who reads it, in words. */
  readonly readers: string
}

interface Needs extends Inspected {
  /** Where the next override holds. */
  scope(): Scope
}

/** A flag with its value and the reason for it, and what overrides it. */
export function flagRow(key: string, { layer, overrides, scope }: Needs): Row<ShownFlag> {
  const value = h('code', { class: 'value' })
  const reason = h('p', { class: 'note' })
  const readBy = h('p', { class: 'note' })
  const where = scopeChoice(`Where the override of ${key} holds`)
  where.addEventListener('change', move)
  const choices = choicesOf(key, layer)
  const control = choices ? choice() : field()
  const element = h(
    'li',
    { class: 'flag' },
    h('div', { class: 'line' }, h('code', { class: 'key' }, key), value),
    reason,
    readBy,
    h('div', { class: 'line' }, control.element, where),
  )
  let shown: Override | undefined

  function set(wanted: Json | undefined) {
    if (wanted === undefined) overrides.clear(key)
    else overrides.set(key, wanted, scope())
  }

  /** The flag keeps its value meanwhile: the override of the tab hides that of all tabs. */
  function move() {
    if (!shown) return
    const wanted = where.value as Scope
    overrides.set(key, shown.value, wanted)
    if (wanted === 'tab') overrides.clear(key, 'all-tabs')
  }

  /** A choice of the values that the flag can have. */
  function choice() {
    const values = [...(choices ?? [])]
    const select = h(
      'select',
      { 'aria-label': `Override ${key}` },
      h('option', {}, 'as served'),
      ...values.map((one) => h('option', {}, jsonLine(one))),
    )
    select.addEventListener('change', () => set(values[select.selectedIndex - 1]))
    return {
      element: select,
      update(override: Override | undefined) {
        const index = override ? values.findIndex((one) => jsonLine(one) === jsonLine(override.value)) : -1
        if (select.selectedIndex !== index + 1) select.selectedIndex = index + 1
      },
    }
  }

  /** A field for JSON. A text needs no quotes where the flag has one. */
  function field() {
    const problem = h('span', { class: 'warning', role: 'status' })
    const input = h('input', {
      'aria-label': `Override ${key}`,
      placeholder: 'JSON',
      autocomplete: 'off',
      spellcheck: 'false',
    })
    const end = h('button', { type: 'button', click: () => set(undefined) }, 'As served')
    const form = h('form', { class: 'line', submit }, input, h('button', { type: 'submit' }, 'Override'), end, problem)
    let isText = false

    function submit(event: Event) {
      event.preventDefault()
      const parsed = attempt<Json | undefined>(() => JSON.parse(input.value) as Json)
      const wanted = isText && typeof parsed !== 'string' ? input.value : parsed
      const fault = wanted === undefined ? 'This is not JSON. Write a text in quotes.' : faultOf(key, wanted, layer)
      setText(problem, fault)
      if (fault === '' && wanted !== undefined) set(wanted)
    }

    return {
      element: form,
      update(override: Override | undefined) {
        isText = typeof expectedOf(key, layer) === 'string'
        input.placeholder = isText ? 'Text' : 'JSON'
        end.hidden = !override
      },
    }
  }

  return {
    element,
    update({ flag, override, readers }) {
      setText(value, flag ? jsonLine(flag.value) : 'unknown')
      setText(reason, override ? overriddenWords(key, override, layer) : wordsOf(flag))
      setText(readBy, readers)
      element.toggleAttribute('data-overridden', override !== undefined)
      control.update(override)
      shown = override
      where.hidden = !override
      if (override) where.value = override.scope
    },
  }
}

function overriddenWords(key: string, { scope, value }: Override, layer: Inspected['layer']): string {
  const fault = faultOf(key, value, layer)
  const where = `It is overridden ${scope === 'tab' ? 'in this tab' : 'in all tabs'}.${fault && ` ${fault}`}`
  const { flags } = layer
  const served = flags.servedFlag(key)
  if (served) return `${where} The flag service has sent ${jsonLine(served.value)}.`
  const isGone = !definitionOf(key, layer) && flags.status.get() === 'live'
  return isGone ? `${where} No such flag exists any more.` : where
}

function wordsOf(flag: Flag | undefined): string {
  if (!flag) return 'The settings define it, and the flag service has not sent it: readers get their fallback.'
  const variation = flag.variation === undefined ? '' : `Variation ${flag.variation}. `
  return `${variation}${reasonWords(flag.reason)}`
}

/** Why readers do not use a value: it has another type than the flag, and their fallbacks have the type of the flag. */
function faultOf(key: string, value: Json, layer: Inspected['layer']): string {
  const expected = expectedOf(key, layer)
  if (expected === undefined || expected === null || value === null || typeof value === typeof expected) return ''
  return `The flag is ${TYPES[typeof expected]}, and this is ${TYPES[typeof value]}: readers use their fallback.`
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  object: 'an object or a list',
  string: 'a text',
}

/** The value of the flag without an override. */
const expectedOf = (key: string, layer: Inspected['layer']): unknown =>
  layer.flags.servedFlag(key)?.value ?? definitionOf(key, layer)?.default

/** The values that a flag can have, if that is known. */
function choicesOf(key: string, layer: Inspected['layer']): readonly Json[] | undefined {
  const definition = definitionOf(key, layer)
  if (definition?.variations?.length) return definition.variations as readonly Json[]
  return typeof (layer.flags.getFlag(key)?.value ?? definition?.default) === 'boolean' ? [true, false] : undefined
}

function definitionOf(key: string, { definitions: { flags = {} } }: Inspected['layer']): FlagDefinition | undefined {
  return Object.hasOwn(flags, key) ? flags[key] : undefined
}
