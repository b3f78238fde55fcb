import { defineFlags } from 'telltale'

/** The flags of the desk, by the keys that they have in the flag service. */
export const flags = defineFlags({
  /** Months and weeks have prices of their own. */
  'new-pricing': { default: false },
  /** How the fields of a quote are laid out. */
  'quote-layout': { default: 'classic', variations: ['classic', 'compact'] },
  /** What the operators want everybody at a desk to know. */
  'maintenance-banner': {
    default: { visible: false },
    variations: [{ visible: false }, { visible: true, tone: 'warning', text: '' as string }],
  },
})
