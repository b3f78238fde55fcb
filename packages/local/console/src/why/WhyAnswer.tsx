import { VariationChip } from '../flags/VariationChip.tsx'
import { servedText } from '../flags/servedText.ts'
import type { Served } from '../flags/targeting.ts'
import { PropertyList } from '../format/PropertyList.tsx'
import type { EventFlag } from '../live/eventFlags.ts'
import { decisionText, stampText, stepsOf, type Explained } from './whyText.ts'
import classes from './WhyFlag.module.css'

/** What decided, step by step, and what of the person mattered. */
export function WhyAnswer({ explained, flag }: { readonly explained: Explained; readonly flag: EventFlag }) {
  const { value, variation, variationName, attributes, differences, served, reason } = explained
  const { steps, decided } = stepsOf(explained)
  const [stamp, ...more] = stampText(explained, flag)
  return (
    <>
      <p className={classes.decision}>
        <VariationChip index={variation ?? -1} value={variation === undefined ? 'fallback' : value} />
        {variationName !== undefined && <strong>{variationName}</strong>}
        <span>{decisionText(explained)}</span>
      </p>
      <div className={classes.stamp} data-differs={differences.length > 0}>
        <p>{stamp}</p>
        {more.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
      {reason.kind !== 'OFF' && (
        <ol className={classes.steps} aria-label="The steps of the flag as it was">
          {steps.map((step, place) => (
            // A flag has no two steps at one place.
            <li key={place} aria-current={step === decided ? 'step' : undefined}>
              <span>{step.condition}</span>
              <span className={classes.serves}>{servesText(step.served, served.flag.variations)}</span>
              {step === decided && <strong className={classes.decided}>decided</strong>}
            </li>
          ))}
        </ol>
      )}
      <PropertyList
        title="What mattered of the person"
        list={attributes.map(({ kind, name, ...attribute }) => ({
          name: kind === 'user' ? name : `${kind}.${name}`,
          value: 'value' in attribute ? attribute.value : 'none',
        }))}
        none="Nothing: everyone got this value."
      />
    </>
  )
}

function servesText(served: Served, variations: Explained['served']['flag']['variations']): string {
  switch (served.type) {
    case 'variation':
      return servedText(String(served.variation), variations)
    case 'rollout':
      return served.shares
        .map(({ variation, percent }) => `${Math.round(percent)} % ${servedText(String(variation), variations)}`)
        .join(', ')
    case 'fallback':
      return 'fallback'
  }
}
