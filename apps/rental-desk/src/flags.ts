import { defineFlags } from 'telltale'

/** The flags of the desk, by their keys in the flag service. */
export const flags = defineFlags({
  /** Charges months and weeks at their own prices instead of by the day. */
  'new-pricing': { default: false },
  /** How the fields of a quote are laid out. */
  'quote-layout': { default: 'classic', variations: ['classic', 'compact'] },
  /** A message from the operators to all users of the desk. */
  'maintenance-banner': {
    default: { visible: false },
    variations: [{ visible: false }, { visible: true, tone: 'warning', text: '' as string }],
  },
})
