export { collector, type CollectorOptions } from './adapters/collector.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
