import { asText } from './asText.ts'
import { Breakable } from './Breakable.tsx'
import classes from './PropertyList.module.css'

interface PropertyListProps {
  readonly title: string
  readonly list: readonly { readonly name: string; readonly value: unknown }[]
  /** The text if there are no entries. */
  readonly none?: string
}

/** A titled list of names and values. */
export function PropertyList({ title, list, none = 'None' }: PropertyListProps) {
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{title}</h3>
      {list.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <dl className={classes.list}>
          {list.map(({ name, value }) => (
            <div className={classes.pair} key={name}>
              <dt>
                <Breakable text={name} />
              </dt>
              <dd data-type={typeof value}>
                <Breakable text={asText(value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
