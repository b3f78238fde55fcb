import { createTelltale } from 'telltale'
import { heap } from 'telltale/heap'
import { stage, takeTheStage } from './stage.ts'

const here = location.origin
const project = { internal: 'internal', external: 'external' }
/** What Heap's script would send, said to the test: that outlives the page, too. */
const say = (what: string) => void navigator.sendBeacon(`/say?${encodeURIComponent(what)}`)

const telltale = createTelltale({
  promotion: 'production',
  app: { name: 'Delivery' },
  api: { production: `${here}/api/production`, staging: here, sandbox: here },
  projects: { production: project, staging: project, sandbox: project },
  auth: { token: () => stage.token },
  analytics: heap({
    instance: () => ({ loaded: true, appid: 'external', identify() {}, resetIdentity() {}, track: say }),
  }),
})

takeTheStage((name, payload) => telltale.track(name, { payload }))
