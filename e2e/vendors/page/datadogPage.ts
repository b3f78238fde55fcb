import { datadogRum } from '@datadog/browser-rum'
import { datadog } from 'telltale/datadog'
import { rumSettings } from './rumSettings.ts'
import { startDesk } from './startDesk.ts'

declare global {
  var rum: typeof datadogRum
}

/** An application with Datadog's package. */
globalThis.rum = datadogRum
datadogRum.init(rumSettings())
startDesk({ monitoring: datadog({ instance: datadogRum }) })
