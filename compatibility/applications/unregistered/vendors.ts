/// <reference types="intercom-web" />
import { expectTypeOf } from 'expect-type'
import { datadog } from 'telltale/datadog'
import { heap } from 'telltale/heap'
import { intercom, type IntercomCall } from 'telltale/intercom'

// An application may have the messenger's own types of `window.Intercom`, or a function of its own.
const call: IntercomCall = (method, ...parameters) => console.log(method, parameters)
export const vendors = [
  heap(),
  datadog(),
  intercom({ appId: 'app' }),
  intercom({ appId: 'app', instance: () => window.Intercom }),
  intercom({ appId: 'app', instance: () => Intercom }),
  intercom({ appId: 'app', instance: () => call }),
]

// The library has no type of its own for the messenger's globals: those of `@types/intercom-web` stay as they are.
expectTypeOf(window.Intercom).toEqualTypeOf<Intercom_.IntercomStatic>()
expectTypeOf(window.intercomSettings).toEqualTypeOf<Intercom_.IntercomSettings | undefined>()
