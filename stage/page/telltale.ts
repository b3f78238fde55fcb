import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { settings } from './settings.ts'
import { stage, takeTheStage } from './stage.ts'

const here = location.origin

const telltale = createTelltale({
  ...settings,
  flags: launchDarkly({
    clientSideId: 'delivery',
    baseUrl: here,
    streamUrl: here,
    eventsUrl: here,
    ...(stage.streaming !== undefined && { streaming: stage.streaming }),
  }),
  destinations:
    stage.destinations === 3
      ? ['first', 'second', 'third'].map((name) => collector({ name, url: `${stage.collector}/collect-${name}` }))
      : [collector({ url: `${stage.collector}/collect`, flagSets: !stage.hasWholeEvents })],
  ...(stage.flagsDeadlineMs !== undefined && { events: { flagsDeadlineMs: stage.flagsDeadlineMs } }),
})

/** Not at the top level: where async functions are compiled to generators, there is no `await`. */
async function begin() {
  if (stage.waitsUntilReady) {
    await telltale.ready.within(60_000)
    // Answered by the file that is loaded later.
    if (stage.waitsUntilReady !== 'with its flags') await telltale.refused.read()
  }
  takeTheStage(
    (name, payload) => telltale.track(name, { payload }),
    () => void telltale.flags.variation('banner', ''),
  )
}

void begin()
