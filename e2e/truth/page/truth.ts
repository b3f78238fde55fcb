import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { session } from 'telltale/session'
import { startTruthPage } from './startTruthPage.ts'

startTruthPage('today', { createTelltale, collector, launchDarkly, session })
