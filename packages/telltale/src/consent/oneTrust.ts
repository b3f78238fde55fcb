import { isRecord } from '../core/lib/json.ts'
import { valueAt } from '../core/optionTable.ts'
import type { Tool } from './toolReader.ts'

/**
 * OneTrust. Its page about events for developers says that they are of the window, and that `OneTrustGroupsUpdated` comes at each load, with the
 * default groups if nobody has decided, and at each change. `OTConsentApplied` comes later, when the receipt is sent. With
 * `data-dlayer-ignore` the script fires `consent.onetrust` and not `OneTrustGroupsUpdated`; that is seen in the script, and not documented.
 * Not confirmed: whether a page that comes back from the back/forward cache hears of what another page has decided.
 */
export const ONE_TRUST: Tool = {
  what: 'oneTrust',
  name: 'onetrust',
  events: ['OneTrustGroupsUpdated', 'consent.onetrust', 'OTConsentApplied'],
  read({ global }) {
    // Until its script runs, the variable holds settings, or nothing: the calls throw then, which says that the tool is not there.
    const tool = global('OneTrust') as OneTrust
    const domain = tool.GetDomainData()
    // The default groups hold only where a user has to say no. Other models, such as `notice only`, are as strict as `opt-in`.
    const isOptOut = OPT_OUT.test(String(valueAt(domain, 'ConsentModel.Name')))
    if (!isOptOut && tool.IsAlertBoxClosed() !== true) return null
    const active = global('OnetrustActiveGroups')
    if (typeof active !== 'string') return null
    const allowed = active.split(',')
    const groups = valueAt(domain, 'Groups')
    const all = Array.isArray(groups) && groups.filter(isRecord).map((group) => group['CustomGroupId'])
    return (category) => allowed.includes(category) || (all && !all.includes(category) ? undefined : false)
  },
  isAssumed: ({ global }) => (global('OneTrust') as OneTrust).IsAlertBoxClosed() !== true,
}

const OPT_OUT = /^(opt-out|implied consent)$/i

type OneTrust = Readonly<Record<'IsAlertBoxClosed' | 'GetDomainData', () => unknown>>
