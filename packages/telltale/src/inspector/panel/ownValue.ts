import { attempt } from '../../core/lib/attempt.ts'
import type { Json } from '../../core/model/json.ts'
import { h, setText } from './h.ts'

export interface OwnValueNeeds {
  /** The value that the field begins with. */
  present(): Json | undefined
  isText(): boolean
  /** Why a value cannot be used, or an empty text. */
  faultOf(value: Json): string
  set(value: Json): void
}

let count = 0

/** A field for any value of a flag, as JSON. A text needs no quotes where the flag has one. */
export function ownValue(key: string, { present, isText, faultOf, set }: OwnValueNeeds) {
  const id = `own-value-${(count += 1)}`
  const problem = h('span', { class: 'warning', role: 'status', id })
  const field = h('textarea', {
    rows: '4',
    'aria-label': `Own value of ${key}`,
    'aria-describedby': id,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const label = h('span')
  const form = h(
    'form',
    { class: 'own', submit },
    h('label', {}, label, field),
    h('div', { class: 'line' }, h('button', { type: 'submit' }, 'Override'), problem),
  )
  form.hidden = true

  function submit(event: Event) {
    event.preventDefault()
    const parsed = attempt<Json | undefined>(() => JSON.parse(field.value) as Json)
    const wanted = isText() && typeof parsed !== 'string' ? field.value : parsed
    const fault = wanted === undefined ? 'This is not JSON. Write a text in quotes.' : faultOf(wanted)
    say(fault)
    if (fault === '' && wanted !== undefined) set(wanted)
  }

  function say(fault: string) {
    setText(problem, fault)
    field.setAttribute('aria-invalid', String(fault !== ''))
  }

  return {
    element: form,
    show(isShown: boolean) {
      if (form.hidden === !isShown) return
      form.hidden = !isShown
      setText(label, isText() ? 'Own value, with or without quotes' : 'Own value, as JSON')
      field.value = attempt(() => JSON.stringify(present(), null, 2)) ?? ''
      say('')
    },
  }
}
