import { attempt } from '../core/lib/attempt.ts'
import type { FlagSettings } from './flagSettings.ts'

/**
 * The headers of a request to the service, as the application wants them. A request for flags has none by default, so that the browser
 * sends no CORS preflight.
 */
export const headersFor = (
  { requestHeaderTransform }: Pick<FlagSettings, 'requestHeaderTransform'>,
  headers: Record<string, string> = {},
): Record<string, string> =>
  attempt(
    () => requestHeaderTransform(headers) ?? headers,
    () => headers,
  )
