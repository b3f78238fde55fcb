import { RudderAnalytics } from '@rudderstack/analytics-js/bundled'
import { stage, takeTheStage } from 'stage/page/stage'

/** Bundled with its plugins, which it would otherwise load from a CDN. */
export function startRudderStack(useBeacon: boolean): void {
  const source = {
    id: 'bench',
    name: 'bench',
    writeKey: 'bench',
    workspaceId: 'bench',
    enabled: true,
    updatedAt: '2026-01-01T00:00:00Z',
    config: { statsCollection: { errors: { enabled: false }, metrics: { enabled: false } } },
    connections: [],
    destinations: [],
  }
  const analytics = new RudderAnalytics()
  analytics.load('bench', stage.collector, {
    useBeacon,
    getSourceConfig: () => ({ updatedAt: source.updatedAt, source }),
    configUrl: stage.collector,
  } as Parameters<typeof analytics.load>[2])
  analytics.ready(() => takeTheStage((name, payload) => analytics.track(name, { payload })))
}
