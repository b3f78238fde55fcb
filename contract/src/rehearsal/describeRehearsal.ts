import { describe } from 'vitest'
import type { Service } from '../service/startFront.ts'
import { describeContextComparison } from './groups/describeContextComparison.ts'
import { describeContexts } from './groups/describeContexts.ts'
import { describeContextType } from './groups/describeContextType.ts'
import { describeEntityTags } from './groups/describeEntityTags.ts'
import { describeEvaluation } from './groups/describeEvaluation.ts'
import { describeEvaluationEvents } from './groups/describeEvaluationEvents.ts'
import { describeEventPosts } from './groups/describeEventPosts.ts'
import { describeHeaders } from './groups/describeHeaders.ts'
import { describeHooks } from './groups/describeHooks.ts'
import { describeIndependence } from './groups/describeIndependence.ts'
import { describeRequests } from './groups/describeRequests.ts'
import { describeService } from './groups/describeService.ts'
import { describeStreaming } from './groups/describeStreaming.ts'
import { describeSummaries } from './groups/describeSummaries.ts'
import { createRehearsalBench } from './rehearsalBench.ts'

/**
 * Our own rehearsal of the vendor's contract: the test service, driven over HTTP as the vendor's harness drives it, against
 * stand-ins for the flag service. It needs neither Go nor a network, and it is not the vendor's suite, nor does it replace it.
 */
export function describeRehearsal(name: string, start: () => Promise<Service>) {
  // Nothing here is about durations: a machine may be as slow as it likes.
  describe(name, { timeout: 30_000 }, () => {
    const bench = createRehearsalBench(start)
    describeService(bench)
    describeEvaluation(bench)
    describeRequests(bench)
    describeStreaming(bench)
    describeEventPosts(bench)
    describeEvaluationEvents(bench)
    describeSummaries(bench)
    describeContexts(bench)
    describeContextType(bench)
    describeContextComparison(bench)
    describeHeaders(bench)
    describeEntityTags(bench)
    describeHooks(bench)
    describeIndependence(bench)
  })
}
