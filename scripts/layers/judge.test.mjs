import { describe, expect, test } from 'vitest'
import { judgeImport, judgeName } from './judge.mjs'

const ground = {
  workspaces: ['packages/telltale', 'packages/local', 'apps/rental-desk', 'e2e'],
  entries: ['telltale', 'telltale/flags', 'telltale/react', 'telltale/testing', 'telltale/package.json'],
}

/** @param {string} from @param {string} specifier @param {boolean} [typeOnly] */
const inLibrary = (from, specifier, typeOnly = false) =>
  judgeImport({ from: `packages/telltale/src/${from}`, specifier, typeOnly }, ground)

describe('within the library, an import is let through when it points down', () => {
  test.each([
    ['index.ts', './layer/createLayer.ts'],
    ['index.ts', './platform/browserPlatform.ts'],
    ['react.ts', './react/useFlag.ts'],
    ['testing.ts', './testing/fakePlatform.ts'],
    ['layer/createLayer.ts', '../flags/createFlags.ts'],
    ['layer/createLayer.ts', '../adapters/heap.ts'],
    ['adapters/collector.ts', '../events/destination.ts'],
    ['flags/createFlags.ts', '../core/host.ts'],
    ['index.ts', './define/defineFlags.ts'],
    ['launchdarkly.ts', './launchdarkly/initialize.ts'],
    ['launchdarkly/initialize.ts', '../flags/startFlagClient.ts'],
    ['define/defineFlags.ts', '../core/model/definitions.ts'],
    ['validate/validateEvents.ts', '../core/host.ts'],
    ['flags/sources/stream.ts', '../flagStore.ts'],
    ['flags/sources/stream.ts', 'eventsource-parser'],
    ['identity/createIdentity.ts', '../core/lib/sleep.ts'],
    ['react/useFlag.ts', '../core/lib/readable.ts'],
    ['react/useFlag.ts', 'react'],
    ['platform/windowPage.ts', '../core/ports/page.ts'],
    ['testing/fakeDisk.ts', '../platform/memoryJournal.ts'],
    ['testkit/createTestTelltale.ts', '../layer/createTelltale.ts'],
    ['testkit/TestTelltaleProvider.tsx', 'react'],
    ['core/host.ts', './lib/bus.ts'],
    ['core/host.ts', './ports/platform.ts'],
    ['core/ports/page.ts', '../lib/listeners.ts'],
    ['core/lib/sleep.ts', './listeners.ts'],
    ['core/model/flag.ts', './json.ts'],
  ])('%s → %s', (from, specifier) => {
    expect(inLibrary(from, specifier)).toBeUndefined()
  })
})

describe('within the library, an import is refused when it points up, sideways or out', () => {
  test.each([
    ['flags/createFlags.ts', '../events/track.ts', 'flags must not import events.'],
    ['events/track.ts', '../flags/flagsApi.ts', 'events must not import flags.'],
    ['identity/createIdentity.ts', '../flags/flagsApi.ts', 'identity must not import flags.'],
    ['flags/createFlags.ts', '../layer/createLayer.ts', 'flags must not import layer.'],
    ['flags/createFlags.ts', '../index.ts', 'flags must not import entry.'],
    ['flags/createFlags.ts', '../launchdarkly/initialize.ts', 'flags must not import launchdarkly.'],
    ['define/defineEvents.ts', '../layer/settings.ts', 'define must not import layer.'],
    ['layer/createLayer.ts', '../validate/validateEvents.ts', 'layer must not import validate.'],
    ['flags/createFlags.ts', '../adapters/heap.ts', 'flags must not import adapters.'],
    ['layer/createLayer.ts', '../platform/browserPlatform.ts', 'layer must not import platform.'],
    ['layer/createLayer.ts', '../testing/fakePlatform.ts', 'layer must not import testing.'],
    ['testing/fakeDisk.ts', '../testkit/testFlags.ts', 'testing must not import testkit.'],
    ['layer/createLayer.ts', '../react/useFlag.ts', 'layer must not import react.'],
    ['react/useFlag.ts', '../core/host.ts', 'react must not import core/host.'],
    ['react/useFlag.ts', '../identity/createIdentity.ts', 'react must not import identity.'],
    ['core/host.ts', '../flags/flagsApi.ts', 'core/host must not import flags.'],
    ['core/ports/journal.ts', '../model/event.ts', 'core/ports must not import core/model.'],
    ['core/ports/journal.ts', '../host.ts', 'core/ports must not import core/host.'],
    ['core/lib/sleep.ts', '../model/json.ts', 'core/lib must not import core/model.'],
    ['core/lib/sleep.ts', '../ports/clock.ts', 'core/lib must not import core/ports.'],
    ['core/model/flag.ts', '../lib/readable.ts', 'core/model must not import core/lib.'],
    ['index.ts', './flags.ts', 'An entry must not import another entry.'],
    ['flags/createFlags.ts', './createFlags.test.ts', 'Only a test may import from a test.'],
    ['flags/createFlags.ts', 'react', 'react belongs to react, testkit only.'],
    ['core/lib/parse.ts', 'eventsource-parser', 'eventsource-parser belongs to flags only.'],
    ['flags/createFlags.ts', 'lodash/get', 'flags must not import lodash.'],
    ['flags/createFlags.ts', 'node:fs', 'flags must not import node:fs.'],
    ['flags/createFlags.ts', 'telltale/react', 'The library must not import itself by name.'],
    [
      'errors/problem.ts',
      '../core/host.ts',
      'errors/ has no place in the layers yet: add it to scripts/layers/judge.mjs.',
    ],
    [
      'flags/x.ts',
      '../../../local/src/index.ts',
      'packages/local/src/index.ts is in another workspace: import what its package exports.',
    ],
  ])('%s → %s', (from, specifier, sentence) => {
    expect(inLibrary(from, specifier)).toBe(sentence)
  })
})

describe('react may know the types of the layer and of the flags’ API, not their code', () => {
  test.each(['../layer/telltale.ts', '../flags/flagsApi.ts'])('%s', (specifier) => {
    expect(inLibrary('react/useFlag.ts', specifier, true)).toBeUndefined()
    expect(inLibrary('react/useFlag.ts', specifier)).toMatch(/types of .* only/)
  })

  test('other files of the flags stay out of reach, types included', () => {
    expect(inLibrary('react/useFlag.ts', '../flags/flagStore.ts', true)).toBe('react must not import flags.')
  })
})

describe('a test', () => {
  test.each(['../testing/fakePlatform.ts', '../platform/browserPlatform.ts', 'vitest', 'fast-check'])(
    'may import %s besides what its folder may',
    (specifier) => {
      expect(inLibrary('flags/createFlags.test.ts', specifier)).toBeUndefined()
    },
  )

  test.each(['react/useFlag.browser.test.tsx', 'index.test.ts'])(
    'of what stands on top, %s, may build all below it',
    (from) => {
      expect(
        inLibrary(from, from.startsWith('react') ? '../layer/createLayer.ts' : './layer/createLayer.ts'),
      ).toBeUndefined()
    },
  )

  test('of one part still knows nothing of another part', () => {
    expect(inLibrary('flags/createFlags.test.ts', '../events/track.ts')).toBe('flags must not import events.')
  })
})

describe('between workspaces', () => {
  test.each([
    ['apps/rental-desk/src/App.tsx', 'telltale/react', false, undefined],
    [
      'apps/rental-desk/src/App.tsx',
      'telltale/src/react.ts',
      false,
      'telltale/src/react.ts is not a public entry of the library.',
    ],
    [
      'apps/rental-desk/src/App.tsx',
      '../../../packages/telltale/src/react.ts',
      false,
      'packages/telltale/src/react.ts is in another workspace: import what its package exports.',
    ],
    ['apps/rental-desk/src/App.tsx', './Fleet.tsx', false, undefined],
    ['packages/local/src/collect.ts', 'telltale', true, undefined],
    [
      'packages/local/src/collect.ts',
      'telltale',
      false,
      'packages/local may import types of the library only: write "import type".',
    ],
    ['packages/local/src/collect.test.ts', 'telltale', false, undefined],
    ['packages/local/vendors/heap.ts', 'telltale/testing', false, undefined],
    [
      'packages/local/vendors/heap.ts',
      'telltale',
      false,
      'packages/local may import types of the library only: write "import type".',
    ],
    [
      'packages/local/src/collect.ts',
      '../../telltale/src/core/model/event.ts',
      true,
      'packages/telltale/src/core/model/event.ts is in another workspace: import what its package exports.',
    ],
    ['packages/local/src/collect.ts', 'hono', false, undefined],
    ['e2e/boot.spec.ts', '../scripts/findChromium.mjs', false, undefined],
    [
      'e2e/boot.spec.ts',
      '../apps/rental-desk/src/App.tsx',
      false,
      'apps/rental-desk/src/App.tsx is in another workspace: import what its package exports.',
    ],
    [
      'scripts/sizes.mjs',
      '../packages/telltale/src/index.ts',
      false,
      'packages/telltale/src/index.ts is inside a package: import what it exports.',
    ],
  ])('%s → %s (types only: %s)', (from, specifier, typeOnly, sentence) => {
    expect(judgeImport({ from, specifier, typeOnly }, ground)).toBe(sentence)
  })
})

describe('a file name', () => {
  test.each([
    ['packages/telltale/src/index.ts', undefined],
    ['packages/telltale/src/flags/index.ts', 'No index below src: name the file for its main export.'],
    ['apps/rental-desk/src/screens/index.tsx', 'No index below src: name the file for its main export.'],
    ['packages/local/console/src/rows/index.tsx', 'No index below src: name the file for its main export.'],
    ['packages/telltale/src/core/utils.ts', '"utils.ts" does not say what it is for: name it for its main export.'],
    ['packages/telltale/src/helpers/a.ts', '"helpers" does not say what it is for: name it for its main export.'],
    [
      'packages/telltale/src/flags/types.test.ts',
      '"types.test.ts" does not say what it is for: name it for its main export.',
    ],
    ['packages/telltale/src/flags/flagTypes.ts', undefined],
    ['scripts/index.mjs', undefined],
  ])('%s', (path, sentence) => {
    expect(judgeName(path)).toBe(sentence)
  })
})
