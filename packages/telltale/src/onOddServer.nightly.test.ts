import { buildOddServers } from './oddServers.suite.ts'
import { describeOddServers, LEFTOVERS } from './serverLeftovers.suite.ts'

buildOddServers()
describeOddServers(LEFTOVERS)
