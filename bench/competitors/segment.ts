import { startSegment } from './startSegment.ts'

void startSegment({})
