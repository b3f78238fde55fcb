import type { DatadogRum } from 'telltale/datadog'

/** Loads Datadog's own SDK after the first paint and starts it. It reports to the local intake instead of Datadog. */
export function startDatadog(proxy: string): () => DatadogRum | undefined {
  let rum: DatadogRum | undefined
  const start = async () => {
    const { datadogRum } = await import('@datadog/browser-rum')
    datadogRum.init({
      applicationId: '00000000-0000-4000-8000-000000000000',
      clientToken: 'local',
      service: 'rental-desk',
      env: 'sandbox',
      proxy,
      defaultPrivacyLevel: 'mask',
      trackResources: false,
      trackLongTasks: false,
      telemetrySampleRate: 0,
    })
    rum = datadogRum
  }
  // The desk also works without the SDK.
  start().catch(() => undefined)
  return () => rum
}
