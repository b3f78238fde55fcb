import { createTelltale } from 'telltale'
import { accounts } from 'telltale/accounts'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { session } from 'telltale/session'
import { exposures } from 'telltale/steps'
import { visitor } from 'telltale/visitor'
import { startTruthPage } from './startTruthPage.ts'

startTruthPage('today', { createTelltale, collector, launchDarkly, session, accounts, visitor, exposures })
