import type { FlagDefinition } from '../../core/model/definitions.ts'
import type { Flag } from '../../core/model/flag.ts'
import type { Json } from '../../core/model/json.ts'
import type { Inspected } from '../inspected.ts'
import type { Override, Scope } from '../overrides.ts'
import { flagChoice } from './flagChoice.ts'
import type { FlagReaders } from './flagReaders.ts'
import { h, setText } from './h.ts'
import { jsonLine } from './jsonText.ts'
import type { Outlines } from './outlines.ts'
import { readersLine } from './readersLine.ts'
import { reasonWords } from './reasonWords.ts'
import type { Row } from './rows.ts'
import { scopeChoice } from './scopeChoice.ts'

export interface ShownFlag {
  readonly key: string
  readonly flag: Flag | undefined
  readonly override: Override | undefined
  readonly readers: FlagReaders
}

interface Needs extends Inspected {
  /** Where the next override holds. */
  scope(): Scope
  readonly outlines: Outlines
}

/** A flag with its value and the reason for it, and what overrides it. */
export function flagRow(key: string, { layer, overrides, scope, outlines }: Needs): Row<ShownFlag> {
  const value = h('code', { class: 'value' })
  const reason = h('p', { class: 'note' })
  const readBy = readersLine(key, outlines)
  const where = scopeChoice(`Where the override of ${key} holds`)
  where.addEventListener('change', move)
  const control = flagChoice(key, {
    values: choicesOf(key, layer),
    isClosed: isBoolean(key, layer),
    set,
    present: () => layer.flags.getFlag(key)?.value ?? (definitionOf(key, layer)?.default as Json | undefined),
    isText: () => typeof expectedOf(key, layer) === 'string',
    faultOf: (wanted) => faultOf(key, wanted, layer),
  })
  const element = h(
    'li',
    { class: 'flag' },
    h('div', { class: 'line' }, h('code', { class: 'key' }, key), value),
    reason,
    readBy.element,
    h('div', { class: 'line' }, control.element, where),
    control.own,
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

  return {
    element,
    update({ flag, override, readers }) {
      setText(value, flag ? jsonLine(flag.value) : 'unknown')
      setText(reason, override ? overriddenWords(key, override, layer) : wordsOf(flag))
      readBy.update(readers)
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
  const variation = flag.variation === undefined ? '' : `Variation ${flag.variation + 1}. `
  return `${variation}${reasonWords(flag.reason)} Version ${flag.flagVersion ?? flag.version}.`
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

/** The values that a flag can have, as far as that is known. */
function choicesOf(key: string, layer: Inspected['layer']): readonly Json[] {
  const { variations } = definitionOf(key, layer) ?? {}
  if (variations?.length) return variations as readonly Json[]
  return isBoolean(key, layer) ? [true, false] : []
}

const isBoolean = (key: string, layer: Inspected['layer']) =>
  typeof (layer.flags.getFlag(key)?.value ?? definitionOf(key, layer)?.default) === 'boolean'

function definitionOf(key: string, { definitions: { flags = {} } }: Inspected['layer']): FlagDefinition | undefined {
  return Object.hasOwn(flags, key) ? flags[key] : undefined
}
