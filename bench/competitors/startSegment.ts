import { AnalyticsBrowser } from '@segment/analytics-next'
import { stage, takeTheStage } from 'stage/page/stage'

/** As its CDN would set it up, with the collector for a server. */
export async function startSegment(delivery: object): Promise<void> {
  const { host } = new URL(stage.collector)
  const segment = { apiKey: 'bench', apiHost: `${host}/v1`, protocol: 'http', ...delivery }
  const [analytics] = await AnalyticsBrowser.load({
    writeKey: 'bench',
    cdnURL: stage.collector,
    cdnSettings: { integrations: { 'Segment.io': segment } },
  })
  takeTheStage((name, payload) => void analytics.track(name, { payload }))
}
