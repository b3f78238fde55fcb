import { createTelltale } from 'telltale'
import { heap } from 'telltale/heap'
import { settings } from './settings.ts'
import { takeTheStage } from './stage.ts'

/** What Heap's script would send, said to the test: that outlives the page, too. */
const report = (what: string) => void navigator.sendBeacon(`/say?${encodeURIComponent(what)}`)

const telltale = createTelltale({
  ...settings,
  analytics: heap({
    instance: () => ({ loaded: true, appid: 'external', identify() {}, resetIdentity() {}, track: report }),
  }),
})

takeTheStage((name, payload) => telltale.track(name, { payload }))
