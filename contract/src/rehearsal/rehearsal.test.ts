import { describe } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
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

// Our own rehearsal of the vendor's contract: the test service, driven over HTTP as the vendor's harness drives it, against
// stand-ins for the flag service. It needs neither Go nor a network. It does not replace the vendor's harness.
describe('the flag client in Node', () => {
  const bench = createRehearsalBench(startNodeService)
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
