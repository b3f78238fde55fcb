export { launchDarkly } from './flags/launchDarkly.ts'
export type { FlagClientOptions } from './flags/flagSettings.ts'
export type { FlagsApi, FlagsPart, FlagsStatus } from './flags/flagsApi.ts'
