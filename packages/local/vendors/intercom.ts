import { fakeIntercom, type IntercomPage } from 'telltale/testing'
import { keptCookies } from './keptCookies.ts'
import { reporter } from './reporter.ts'

fakeIntercom({ page: window as unknown as IntercomPage, onReceived: reporter('intercom'), cookies: keptCookies() })
