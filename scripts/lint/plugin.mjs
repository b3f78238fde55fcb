import { inOrder } from './inOrder.mjs'
import { plainKeys } from './plainKeys.mjs'

export default { meta: { name: 'telltale' }, rules: { 'in-order': inOrder, 'plain-keys': plainKeys } }
