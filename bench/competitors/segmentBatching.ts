import { startSegment } from './startSegment.ts'

void startSegment({ deliveryStrategy: { strategy: 'batching' } })
