import { describeChannel } from '../core/ports/channel.suite.ts'
import { describeClock } from '../core/ports/clock.suite.ts'
import { describeDecide } from '../core/ports/decide.suite.ts'
import { describeEventStore } from '../core/ports/eventStore.suite.ts'
import { describeKeyValueStorage } from '../core/ports/keyValueStorage.suite.ts'
import { describePage } from '../core/ports/page.suite.ts'
import { describeRandom } from '../core/ports/random.suite.ts'
import { describeTabs } from '../core/ports/tabs.suite.ts'
import { describeTransport } from '../core/ports/transport.suite.ts'
import { fakeClock } from './fakePlatform.ts'
import { fakeDisk } from './fakeDisk.ts'
import { fakePlatform } from './fakePlatform.ts'
import { fakeTabs } from './fakeTabs.ts'
import { fakeTransport } from './fakeTransport.ts'

describeEventStore('the event store on a fake disk', () => fakeDisk().eventStore('Desk'))
describeKeyValueStorage('the storage on a fake disk', () => fakeDisk().storage)
describeRandom('fake randomness', () => fakePlatform().random)

describeTabs('tabs that share a fake disk', () => {
  const disk = fakeDisk()
  return [fakeTabs(disk), fakeTabs(disk)]
})

describeDecide('decisions on a fake disk', () => {
  const disk = fakeDisk()
  return [disk.decide, disk.decide]
})

describeChannel('channels on a fake disk', () => {
  const disk = fakeDisk()
  return [fakeTabs(disk).channel, fakeTabs(disk).channel]
})

describeClock('the fake clock', () => {
  const clock = fakeClock()
  return { clock, pass: clock.advance }
})

describePage('the fake page', () => {
  const { page, mayExit, comeBack } = fakePlatform()
  return { page, leave: mayExit, comeBack }
})

describeTransport('the fake transport', () => {
  const texts = new Map<string, string>()
  return {
    transport: fakeTransport(({ url }) => {
      const body = texts.get(url)
      return body === undefined ? 'network' : { status: 200, body, headers: { 'Content-Type': 'text/x-test' } }
    }),
    urlOf(text) {
      const url = `https://texts.test/${texts.size}`
      texts.set(url, text)
      return url
    },
    deadUrl: 'https://dead.test/',
  }
})
