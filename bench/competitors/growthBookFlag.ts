import { GrowthBook } from '@growthbook/growthbook'
import { growthbookTrackingPlugin } from '@growthbook/growthbook/plugins'
import { landing, visit } from '../delivery/page/landing.ts'

const growthBook = new GrowthBook({
  clientKey: 'sdk-bench',
  attributes: { id: visit.person },
  plugins: [growthbookTrackingPlugin({ ingestorHost: location.origin })],
}).initSync({
  payload: {
    features: {
      landing: {
        defaultValue: 'none',
        rules: [
          {
            key: 'landing',
            variations: ['stay', 'redirect'],
            weights: visit.variation === 'redirect' ? [0, 1] : [1, 0],
          },
        ],
      },
    },
  },
})
landing(() => growthBook.getFeatureValue('landing', 'none'))
