import mixpanel from 'mixpanel-browser'
import { stage, takeTheStage } from 'stage/page/stage'

mixpanel.init('bench', {
  api_host: stage.collector,
  api_payload_format: 'json',
  autocapture: false,
  track_pageview: false,
})
takeTheStage((name, payload) => mixpanel.track(name, { payload }))
