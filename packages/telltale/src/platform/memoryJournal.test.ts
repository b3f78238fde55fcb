import { describeJournal } from '../core/ports/journal.suite.ts'
import { memoryJournal } from './memoryJournal.ts'

describeJournal('the journal in memory', memoryJournal)
