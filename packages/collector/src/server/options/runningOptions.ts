import { choice, text, wholeNumber, yesOrNo } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

/** How the collector runs. */
export const RUNNING = {
  port: {
    kind: wholeNumber(0, 65_535),
    takes: '<port>',
    does: 'The port to listen on. 0 is any free one, which the log names.',
    default: 4810,
  },
  host: { kind: text, takes: '<address>', does: 'The address to listen on.', default: '0.0.0.0' },
  trustProxy: {
    kind: yesOrNo,
    takes: '[answer]',
    does: 'The collector is behind a proxy that sets `X-Forwarded-For`, with or without a port. If it does not know that, all pages share what one address may have.',
    otherwise: '`false`',
  },
  drainMs: {
    kind: wholeNumber(0, 60_000),
    takes: '<milliseconds>',
    does: 'For how long the collector still takes batches after SIGTERM, while `/health/ready` says `draining`: as long as a balancer needs to notice it. SIGINT, or a second signal, does not wait.',
    default: 2000,
  },
  logLevel: {
    kind: choice('debug', 'info', 'warn', 'error', 'silent'),
    takes: '<level>',
    does: 'How much to log.',
    default: 'info',
  },
} satisfies Readonly<Record<string, OptionSpec>>
