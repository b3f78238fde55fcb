import { h } from './h.ts'

/** A choice of where an override holds, with the values of a `Scope`. */
export const scopeChoice = (label: string): HTMLSelectElement =>
  h(
    'select',
    { 'aria-label': label },
    h('option', { value: 'tab' }, 'in this tab'),
    h('option', { value: 'all-tabs' }, 'in all tabs'),
  )
