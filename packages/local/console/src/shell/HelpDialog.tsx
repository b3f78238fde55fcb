import { Dialog } from './Dialog.tsx'
import classes from './HelpDialog.module.css'
import { VIEW_NAMES, VIEWS } from './route.ts'

interface HelpDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const KEYS: readonly (readonly [title: string, keys: readonly (readonly [keys: readonly string[], says: string])[]])[] =
  [
    [
      'Everywhere, except in a field',
      [
        ...VIEWS.map((view, index): readonly [readonly string[], string] => [[String(index + 1)], VIEW_NAMES[view]]),
        [['/'], 'Find or filter, in Live, Flags and People; Esc empties the field, then leaves it'],
        [['?'], 'This help'],
      ],
    ],
    [
      'Live',
      [
        [['p'], 'Pause or resume'],
        [['↓', '↑'], 'Next event, previous event'],
        [['j', 'k'], 'Next event, previous event'],
        [['Home', 'End'], 'Newest event, oldest event'],
        [['Enter'], 'Open the event; in the filter: go to the list'],
        [['Esc'], 'Close the event, then empty the filter'],
        [['←', '→'], 'On the bars over time: go from bar to bar; Enter shows only the events of this time'],
      ],
    ],
    [
      'Flags and People',
      [
        [['Ctrl', 'S'], 'Save changes'],
        [['Esc'], 'In a field with unsaved changes: go to Discard'],
      ],
    ],
    [
      'Faults',
      [
        [['↓', '↑'], 'In the list of a service: next fault, previous fault'],
        [['Enter'], 'Open the list, choose the fault'],
      ],
    ],
  ]

const WORDS: readonly (readonly [string, string])[] = [
  ['quote dana', 'both words, in its name, user or properties'],
  ['name:quote', 'event name'],
  ['user:dana', 'user or impersonator'],
  ['flag:new-pricing=true', 'a flag in force'],
  ['has:total=1200', 'a property'],
  ['app:desk', 'application'],
  ['to:heap', 'destination'],
  ['refused:collector', 'refused by this destination'],
  ['is:waiting', 'what has become of it'],
]

/** The keyboard shortcuts and the syntax of the filter. */
export function HelpDialog({ isOpen, onClose }: HelpDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys and filters" size="lg">
      <div className={classes.help}>
        {KEYS.map(([title, keys]) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {keys.map(([pressed, says]) => (
                <div className={classes.pair} key={pressed.join('')}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className={classes.title}>Event filters</h3>
          <dl className={classes.list}>
            {WORDS.map(([typed, says]) => (
              <div className={classes.pair} key={typed}>
                <dt>
                  <code>{typed}</code>
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
