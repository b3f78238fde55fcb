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
      'Everywhere',
      [
        ...VIEWS.map((view, index): readonly [readonly string[], string] => [[String(index + 1)], VIEW_NAMES[view]]),
        [['/'], 'Find or filter'],
        [['?'], 'This help'],
      ],
    ],
    [
      'Live',
      [
        [['p'], 'Pause, and go on'],
        [['↓', '↑'], 'The next event, the one before'],
        [['j', 'k'], 'The same'],
        [['Home', 'End'], 'The newest, the oldest'],
        [['Esc'], 'Close the event'],
      ],
    ],
    ['Flags', [[['Ctrl', 'S'], 'Save what was edited']]],
  ]

const WORDS: readonly (readonly [string, string])[] = [
  ['quote dana', 'both words, anywhere'],
  ['name:quote', 'in the event’s name'],
  ['user:dana', 'who it was, or who looked on'],
  ['flag:new_pricing=true', 'a flag in force'],
  ['has:total=1200', 'a property'],
  ['to:heap', 'on its way to a destination'],
  ['is:held', 'how far it has come'],
]

/** The keys, and what the filter understands. */
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
          <h3 className={classes.title}>Filters of events</h3>
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
