import { Skeleton } from '@mantine/core'
import classes from './PricePanel.module.css'

/** A placeholder for the price while the flags are loading. */
export function PriceToCome() {
  return (
    <section className={classes.price} aria-busy="true" aria-label="Loading prices">
      <Skeleton height={16} width={130} mb="sm" />
      <Skeleton height={12} mb="xs" />
      <Skeleton height={12} width="70%" />
    </section>
  )
}
