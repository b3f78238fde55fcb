import { describeClock } from '../core/ports/clock.suite.ts'
import { describePage } from '../core/ports/page.suite.ts'
import { describeTransport } from '../core/ports/transport.suite.ts'
import { compressBody } from './compressBody.ts'
import { fetchTransport } from './fetchTransport.ts'
import { timerClock } from './timerClock.ts'
import { wholePage } from './wholePage.ts'

describeClock('the browser’s clock', () => ({
  clock: timerClock,
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

describePage('the browser’s page', () => ({
  page: wholePage,
  leave: () => window.dispatchEvent(new PageTransitionEvent('pagehide')),
  comeBack: () => window.dispatchEvent(new PageTransitionEvent('pageshow')),
}))

describeTransport('fetch', () => ({
  transport: fetchTransport(compressBody),
  urlOf: (text) => URL.createObjectURL(new Blob([text], { type: 'text/x-test' })),
  deadUrl: 'http://127.0.0.1:1/',
}))
