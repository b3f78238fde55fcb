import type { datadogRum } from '@datadog/browser-rum'
import { datadog } from 'telltale/datadog'
import { rumSettings } from './rumSettings.ts'
import { startDesk } from './startDesk.ts'

declare global {
  var DD_RUM: typeof datadogRum
}

/** An application that loads Datadog's script as the vendor's asynchronous snippet does, which leaves a stub until then. */
const q: (() => void)[] = []
globalThis.DD_RUM = { q, onReady: (callback: () => void) => void q.push(callback) } as unknown as typeof datadogRum
const script = document.createElement('script')
script.async = true
script.src = 'https://www.datadoghq-browser-agent.com/us1/v7/datadog-rum.js'
document.head.append(script)
DD_RUM.onReady(() => DD_RUM.init(rumSettings()))

startDesk({ monitoring: datadog() })
