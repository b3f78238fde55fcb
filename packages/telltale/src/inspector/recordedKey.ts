import { PREFIX } from '../platform/webStorage.ts'

/** Where a recording is between its page and the one that shows it, in `sessionStorage`. */
export const recordedKey = (app: string): string => `${PREFIX}recorded:${app}`
