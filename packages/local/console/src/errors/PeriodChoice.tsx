import { SegmentedControl } from '@mantine/core'
import { type PeriodName, PERIODS } from '../../../src/errors/period.ts'

interface PeriodChoiceProps {
  readonly period: PeriodName
  readonly onPeriod: (period: PeriodName) => void
}

/** How far back errors are shown. */
export function PeriodChoice({ period, onPeriod }: PeriodChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How far back"
      data={PERIODS.map((value) => ({ value, label: value.replace(/(?<=\d)(?=[a-z])/, ' ') }))}
      value={period}
      onChange={onPeriod}
    />
  )
}
