import { newTracker, trackStructEvent } from '@snowplow/browser-tracker'
import { stage, takeTheStage } from 'stage/page/stage'

newTracker('bench', stage.collector, { appId: 'bench', encodeBase64: false })
takeTheStage((name, payload) => trackStructEvent({ category: 'bench', action: name, label: payload }))
