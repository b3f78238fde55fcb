import type { Json } from '../../core/model/json.ts'
import type { Override } from '../overrides.ts'
import { h } from './h.ts'
import { jsonLine } from './jsonText.ts'
import { ownValue, type OwnValueNeeds } from './ownValue.ts'

interface Needs extends OwnValueNeeds {
  /** The values that the flag can have, as far as they are known. */
  readonly values: readonly Json[]
  /** It can have no other value. */
  readonly isClosed: boolean
  set(value: Json | undefined): void
}

/** A choice of the value that overrides a flag: a known one, or one of your own. */
export function flagChoice(key: string, needs: Needs) {
  const { values, isClosed, set } = needs
  const lines = values.map(jsonLine)
  const names = ['as served', ...lines, ...(isClosed ? [] : ['own value…'])]
  const own = ownValue(key, { ...needs, set: override })
  const select = h('select', { 'aria-label': `Override ${key}` }, ...names.map((name) => h('option', {}, name)))
  /** The place of the choice of an own value. */
  const last = lines.length + 1
  /** It was chosen, and there is none yet. */
  let isWriting = false
  select.addEventListener('change', () => {
    isWriting = select.selectedIndex === last
    own.show(isWriting)
    if (!isWriting) set(values[select.selectedIndex - 1])
  })

  function override(value: Json) {
    isWriting = false
    set(value)
  }

  return {
    element: select,
    own: own.element,
    update(shown: Override | undefined) {
      if (isWriting) return
      const known = shown ? lines.indexOf(jsonLine(shown.value)) + 1 : 0
      const index = shown && known === 0 && !isClosed ? last : known
      if (select.selectedIndex !== index) select.selectedIndex = index
      own.show(index === last)
    },
  }
}
