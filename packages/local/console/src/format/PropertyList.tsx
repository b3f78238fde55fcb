import { Button } from '@mantine/core'
import { asText } from './asText.ts'
import { Breakable } from './Breakable.tsx'
import classes from './PropertyList.module.css'

export interface PropertyListEntry {
  readonly name: string
  readonly value: unknown
  /** Addresses of what the name and the value stand for. */
  readonly nameHref?: string | undefined
  readonly valueHref?: string | undefined
  /** Stands out beside the value. */
  readonly mark?: string | undefined
  /** What else is known of the value. */
  readonly note?: string | undefined
  /** What can be done with it, in a column of its own. */
  readonly action?: { readonly name: string; readonly label: string; readonly do: () => void } | undefined
}

interface PropertyListProps {
  readonly title: string
  readonly list: readonly PropertyListEntry[]
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
        <dl className={classes.list} data-actions={list.some(({ action }) => action !== undefined)}>
          {list.map(({ name, value, nameHref, valueHref, mark, note, action }) => (
            <div className={classes.pair} key={name}>
              <dt>
                <Linked text={name} href={nameHref} />
              </dt>
              <dd>
                <span data-type={typeof value}>
                  <Linked text={asText(value)} href={valueHref} />
                </span>
                {mark !== undefined && <span className={classes.mark}>{mark}</span>}
                {note !== undefined && <span className={classes.note}>{note}</span>}
              </dd>
              {action !== undefined && (
                <dd className={classes.action}>
                  <Button size="compact-xs" variant="default" onClick={action.do} aria-label={action.label}>
                    {action.name}
                  </Button>
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Linked({ text, href }: { readonly text: string; readonly href: string | undefined }) {
  if (href === undefined) return <Breakable text={text} />
  return (
    <a className={classes.link} href={href}>
      <Breakable text={text} />
    </a>
  )
}
