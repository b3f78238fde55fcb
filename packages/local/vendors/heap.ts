import { fakeHeap, type HeapPage } from 'telltale/testing'
import { keptCookies } from './keptCookies.ts'
import { reporter } from './reporter.ts'

fakeHeap({ page: window as unknown as HeapPage, onReceived: reporter('heap'), cookies: keptCookies() })
