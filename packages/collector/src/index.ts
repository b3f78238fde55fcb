export type {
  AnswerReason,
  CollectorLimits,
  CollectorOptions,
  Log,
  PlanCheck,
  RequestInfo,
} from './collectorOptions.ts'
export { type Collector, createCollector } from './createCollector.ts'
export type { CollectedEvent } from './door/collectedEvent.ts'
export type { WriteKey } from './door/access.ts'
export { lossReport } from './loss/lossMeter.ts'
export type { Loss, LossOfPage, LossReport, LossTimes } from './store/lossReport.ts'
export type * from './store/store.ts'
