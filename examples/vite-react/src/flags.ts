import { defineFlags } from 'telltale'

/** Every flag of the application, with the value that holds while the flag service does not answer. */
export const flags = defineFlags({
  'new-welcome': { default: false },
  'quote-layout': { default: 'classic', variations: ['classic', 'compact'] },
})
