import { attempt } from '../core/lib/attempt.ts'

/** [spec] Global Privacy Control §3: the user does not want data to be sold or shared. Absent in Chromium 156 and WebKitGTK 2.50. */
export const isGpc = (): boolean =>
  attempt(() => (navigator as { readonly globalPrivacyControl?: unknown }).globalPrivacyControl === true) ?? false
