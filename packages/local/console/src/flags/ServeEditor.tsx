import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { ServerFlag, VariationOrRollout } from '../../../src/flags/serverFlag.ts'
import { asRollout, restOf, withShare } from './flagEdits.ts'
import { ProblemAt } from './Problems.tsx'
import classes from './ServeEditor.module.css'
import { ShareBar } from './ShareBar.tsx'
import { VariationChip } from './VariationChip.tsx'
import { variationChoices, variationLabel } from './variationNames.ts'

interface ServeEditorProps {
  /** The name of the part that serves, for the accessible names of the fields. */
  readonly name: string
  readonly served: VariationOrRollout
  readonly flag: ServerFlag
  readonly onChange: (served: VariationOrRollout) => void
  /** The path in the flag. */
  readonly path: string
}

const SHARES = 'shares'

/** What is served: one variation, or a percentage rollout. */
export function ServeEditor({ name, served, flag, onChange, path }: ServeEditorProps) {
  // An export may have null in place of an absent field.
  const rollout = served.rollout ?? undefined
  function choose(value: string): void {
    if (value === SHARES) onChange(asRollout(flag.variations, served.variation ?? 0))
    else onChange({ variation: Number(value) })
  }
  return (
    <div className={classes.serve}>
      <NativeSelect
        size="xs"
        className={classes.choice}
        aria-label={`${name}: serves`}
        value={rollout === undefined ? String(served.variation ?? 0) : SHARES}
        onChange={(change) => choose(change.currentTarget.value)}
        data={[...variationChoices(flag), { value: SHARES, label: 'a percentage rollout' }]}
      />
      {rollout !== undefined && (
        <div className={classes.shares}>
          <ShareBar
            label={rollout.variations
              .map(({ variation, weight }) => `${weight / 1000} % ${variationLabel(flag, variation)}`)
              .join(', ')}
            shares={[
              ...rollout.variations.map(({ variation, weight }) => ({ variation, amount: weight })),
              { variation: -1, amount: Math.max(0, restOf(served) * 1000) },
            ]}
          />
          {rollout.variations.map(({ variation, weight }) => (
            <label className={classes.share} key={variation}>
              <NumberInput
                size="xs"
                // The buttons are too small for fingers. Arrow keys change the number, too.
                hideControls
                className={classes.percent}
                value={weight / 1000}
                onChange={(percent) => onChange(withShare(served, variation, Number(percent)))}
                min={0}
                max={100}
                step={5}
                suffix=" %"
                aria-label={`${name}: per cent for ${variationLabel(flag, variation)}`}
              />
              <VariationChip
                index={variation}
                value={flag.variations[variation]}
                name={flag.variationNames?.[variation]}
              />
            </label>
          ))}
          <label className={classes.by}>
            by
            <TextInput
              size="xs"
              value={rollout.bucketBy ?? ''}
              placeholder="key"
              onChange={(change) => onChange({ ...served, rollout: bucketedBy(rollout, change.currentTarget.value) })}
              aria-label={`${name}: the attribute that shares go by`}
            />
          </label>
          {restOf(served) !== 0 && <span className={classes.rest}>{restText(restOf(served))}</span>}
        </div>
      )}
      <ProblemAt path={path} isWhole />
      <ProblemAt path={`${path}.variation`} />
      <ProblemAt path={`${path}.rollout`} />
    </div>
  )
}

function bucketedBy(rollout: NonNullable<VariationOrRollout['rollout']>, attribute: string) {
  const { bucketBy: _, ...rest } = rollout
  return attribute === '' ? rest : { ...rest, bucketBy: attribute }
}

function restText(rest: number): string {
  return rest > 0 ? `${rest} % not assigned` : `${-rest} % over 100 %`
}
