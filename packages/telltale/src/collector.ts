export { collector, type CollectorOptions } from './adapters/collector.ts'
