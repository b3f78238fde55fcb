import { init, track } from '@amplitude/analytics-browser'
import { stage, takeTheStage } from 'stage/page/stage'

const started = init('bench', {
  serverUrl: `${stage.collector}/2/httpapi`,
  autocapture: false,
  remoteConfig: { fetchRemoteConfig: false },
})
void started.promise.then(() => takeTheStage((name, payload) => void track(name, { payload })))
