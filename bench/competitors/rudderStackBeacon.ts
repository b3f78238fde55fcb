import { startRudderStack } from './startRudderStack.ts'

startRudderStack(true)
