import { findChromium } from '../../../scripts/findChromium.mjs'
import { startChromiumService } from '../service/startChromiumService.ts'
import { describeRehearsal } from './describeRehearsal.ts'

const browser = await findChromium()

describeRehearsal('the flag client in a page in Chromium', () =>
  startChromiumService(browser.type === 'found' ? browser.path : undefined),
)
