import { Intercom } from '@intercom/messenger-js-sdk'
import { expectTypeOf } from 'expect-type'
import { intercom } from 'telltale/intercom'

// An application that loads the messenger with the vendor's SDK has the SDK's type of `window.Intercom`, which is `Function`.
Intercom({ app_id: 'app', region: 'eu' })
export const messengers = [intercom({ appId: 'app' }), intercom({ appId: 'app', instance: () => window.Intercom })]

expectTypeOf(window.Intercom).toEqualTypeOf<Function | undefined>()
