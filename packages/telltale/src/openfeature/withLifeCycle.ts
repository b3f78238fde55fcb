import type { AnyProviderEvent, ErrorCode, EventContext, Provider } from '@openfeature/web-sdk'

/**
 * The provider, which emits the events of `initialize` and `onContextChange` itself, as version 0.9 of OpenFeature's specification says. Version 1 of the web SDK
 * emits them, too.
 */
export function withLifeCycle(provider: Provider): Provider {
  const emit = (type: string, details: EventContext = {}) =>
    provider.events?.emit(`PROVIDER_${type}` as AnyProviderEvent, details)

  async function follow(work: Promise<void> | void, end: string) {
    try {
      await work
    } catch (error) {
      const { message, code } = error as Error & { code: ErrorCode }
      emit('ERROR', { message, errorCode: code })
      throw error
    }
    emit(end)
  }

  return {
    ...provider,
    initialize: (context) => follow(provider.initialize?.(context), 'READY'),
    onContextChange(before, after) {
      const work = provider.onContextChange?.(before, after)
      if (work) emit('RECONCILING')
      else emit('CONTEXT_CHANGED')
      return work && follow(work, 'CONTEXT_CHANGED')
    },
  }
}
