import { startNodeService } from '../service/startNodeService.ts'
import { describeRehearsal } from './describeRehearsal.ts'

describeRehearsal('the flag client in Node', startNodeService)
