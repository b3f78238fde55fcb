import { afterEach, expect, it, vi } from 'vitest'
import { createTelltale } from './index.ts'

afterEach(() => vi.restoreAllMocks())

it('the lazy chunk reports a mistyped setting', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const settings = {
    promotion: 'staging' as const,
    app: { name: `Mistyped ${Date.now()}` },
    identity: { person: () => undefined },
    destination: [],
  }
  const telltale = createTelltale(settings)
  await expect
    .poll(() => warn.mock.calls.flat().join('\n'))
    .toContain('Unknown settings are ignored: destination (destinations?). (T42)')
  await telltale.close()
})
