import { startRudderStack } from './startRudderStack.ts'

startRudderStack(false)
