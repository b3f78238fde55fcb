import type { Provider } from '@openfeature/web-sdk'
import type { Telltale } from './layer/createTelltale.ts'
import { createProvider } from './openfeature/createProvider.ts'
import { withLifeCycle } from './openfeature/withLifeCycle.ts'

/** Version 1 of the SDK emits the events of `initialize` and `onContextChange` itself. By version 0.9 of the specification, the provider does. */
const EMITS_LIFE_CYCLE = false

/**
 * A provider for OpenFeature's web SDK over the flags of this layer. A read through OpenFeature is a read of the layer: it records an exposure, once.
 * The layer says who the user is, and OpenFeature's context does not. When the provider is replaced, the layer stays open.
 *
 * @example OpenFeature.setProvider(openFeatureProvider(telltale))
 */
export const openFeatureProvider = (telltale: Telltale): Provider =>
  EMITS_LIFE_CYCLE ? withLifeCycle(createProvider(telltale)) : createProvider(telltale)
