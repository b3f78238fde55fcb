/** A message of the library, thrown or written to the console. */
export interface Message {
  /** What the message ends with, in brackets. A new message gets the number after the highest. */
  readonly code: string
  /** The words before the code. `…` stands for what varies. */
  readonly text: string
  /** Its words are fixed elsewhere, so that the message ends without its code. */
  readonly isWithoutCode?: true
  /** Words that the library puts in the place of a `…`. */
  readonly parts?: readonly string[]
  readonly cause: string
  readonly remedy: string
}

const ADDRESS = 'the address redirects, probably to a sign-in page'

/** What is wrong with the settings: `createTelltale` throws. */
const start: readonly Message[] = [
  {
    code: 'T22',
    text: 'Set … to ….',
    parts: [
      'the name of the application',
      'an address',
      'a function',
      'accounts(function) of telltale/accounts',
      'traits(function) of telltale/traits',
      'visitor() of telltale/visitor',
      'the id of a project',
      'what launchDarkly() returns',
      'what heap() returns',
      'what datadog() returns',
      'what intercom() returns',
      'a list of destinations',
      'what consent() returns',
      'a list of observers',
      'a list of steps',
      'a number',
    ],
    cause:
      'A setting is missing, or has a value of the wrong type. `app` is always needed; `api` and `auth.token` need each other. A setting with one value for each level needs all three.',
    remedy: 'Set what the sentence names. The [table of settings](/reference/settings/) has the type of each.',
  },
  {
    code: 'T23',
    text: 'Set identity, or api and auth, but not both.',
    cause: 'Two sources of the identity are set.',
    remedy:
      'Keep `identity.person` if the application knows who is signed in, or `api` and `auth` if who-am-i does. `identity.accounts`, `identity.traits` and `identity.visitor` go with either.',
  },
  {
    code: 'T27',
    text: 'Telltale cannot start. Two destinations are called "…".',
    cause: 'Records of events name their destinations, so names have to differ.',
    remedy: 'Set the option `name` of one of them.',
  },
  {
    code: 'T28',
    text: 'Telltale cannot start. Set url… of …({ url }) to where batches are posted.',
    cause: 'The address is empty, as with a build variable that is not set.',
    remedy: 'Set the address, for each level if it differs.',
  },
  {
    code: 'T44',
    text: 'Telltale cannot start. …: set promotion to ….',
    parts: ['The promotion level was read before it was set', 'promotion is "…"'],
    cause:
      'A setting differs by level, and `promotion` is not set, or its function returned no level; or what is set, or returned, is not one of the three levels: `production`, `staging` and `sandbox`, or the same with a capital.',
    remedy: 'Set `promotion` before the layer starts, or to a function that returns it at once.',
  },
  {
    code: 'T146',
    text: 'Telltale cannot start. Set url of consoleLink({ url }) to the address of the local services.',
    cause: 'The address is missing or empty, or the option has another name.',
    remedy: 'Set `url` to the address that `npx telltale dev` prints, and leave `consoleLink` out in production.',
  },
  {
    code: 'T29',
    text: 'Telltale cannot start. Set batchSize of …({ url }) to a whole number from 1 to 50.',
    cause: '`batchSize` is not a whole number of 1 or more. More than 50 counts as 50.',
    remedy: 'Use a number from 1 to 50, or leave it out.',
  },
  {
    code: 'T158',
    text: 'Telltale cannot start. Pass httpDestination() a format with a function encode.',
    cause: 'The second argument is missing, or has no function `encode`.',
    remedy: 'Pass a format: see [Writing a destination](/guides/writing-a-destination/#a-format-of-your-own).',
  },
  {
    code: 'T30',
    text: 'Telltale cannot start. Set appId… of intercom({ appId }) to the id of your workspace.',
    cause: 'The id of the Intercom workspace is missing.',
    remedy: 'Set it, for each level if it differs.',
  },
  {
    code: 'T153',
    text: 'Telltale cannot start. Set instance of …() to its script, or to a function that returns it.',
    cause: 'The option `instance` of `heap`, `datadog` or `intercom` has another type.',
    remedy: 'Leave it out, to use the script of the page, or pass the script, or a function that returns it.',
  },
  {
    code: 'T167',
    text: 'Telltale cannot start. Set … of …() to ….',
    parts: [
      'a text',
      'a function',
      'a number',
      'true or false',
      'a list of texts',
      'an object that JSON can hold',
      'scope, record or none',
      'the write key of the source',
      'an object with the names of purposes',
      'an object with true or false, or a function',
      'a list of purposes',
      'a reader of a consent tool',
      'the flags of the layer, such as launchDarkly(…)',
      'purposes other than necessary, for a category of the tool',
      'tag, suppress or { redirect }',
      'tag or suppress',
      'localStorage or an object of flags',
      'the address of the server',
      'an object of headers or a function',
      'letters, digits, ".", "_" and "-"',
    ],
    cause: 'An option has a value of the wrong type, is needed and missing, or cannot be read.',
    remedy:
      'Set what the sentence names, or leave the option out. The [table of settings](/reference/settings/) has the type of each.',
  },
  {
    code: 'T168',
    text: 'Telltale cannot start. Pass …() an object with options.',
    cause: 'A function is called with a string, a function or a list in the place of its options.',
    remedy: 'Pass an object, such as `heap({ instance: () => window.heap })`.',
  },
  {
    code: 'T31',
    text: 'client side id is not set!',
    isWithoutCode: true,
    cause:
      '`clientSideId` is missing or empty, as with a variable that the build does not have. The specification fixes the words, so the `cause` of the error has the name of the option.',
    remedy: 'Set `clientSideId` to the client-side id of the environment.',
  },
  {
    code: 'T33',
    text: '… must be a string.',
    cause: 'The client-side id is not a string, or it or an address of the flag service has no value for a level.',
    remedy: 'Pass a string, or one string for each level.',
  },
  {
    code: 'T34',
    text: 'conflicting options were provided, a client and a client side id!',
    cause: 'Both a client and `clientSideId` are given.',
    remedy: 'Use `injectedClient({ client })` or `launchDarkly({ clientSideId })`.',
  },
  {
    code: 'T152',
    text: 'client side id is not set! A client belongs to injectedClient().',
    cause: '`launchDarkly` is given a client in place of `clientSideId`.',
    remedy: 'Use `injectedClient({ client })` of `telltale/injected`.',
  },
  {
    code: 'T36',
    text: 'no client is given to injectedClient().',
    cause: 'The option `client` is missing.',
    remedy: 'Pass the client that the application has created.',
  },
  {
    code: 'T160',
    text: 'Telltale cannot start. flagSource needs a name.',
    cause: '`flagSource` is given no `name`.',
    remedy: 'Give the source a name. The flags in the cache are stored under it.',
  },
  {
    code: 'T161',
    text: 'Telltale cannot start. flagSource needs a function, create, that returns a source.',
    cause: '`flagSource` is given no function `create`.',
    remedy: 'Pass a function that receives the context of a user and returns a source of their flags.',
  },
  {
    code: 'T37',
    text: 'kind must consist of letters, digits, ".", "_" and "-".',
    cause: 'The kind of the flag context is not allowed.',
    remedy: 'Choose another name; `user` is the default.',
  },
  {
    code: 'T38',
    text: 'hash must be a string or a function.',
    cause: '`hash` has another type.',
    remedy: 'Pass a function that returns the hash.',
  },
  {
    code: 'T39',
    text: 'hashField must be the name of a field.',
    cause: '`hashField` is not a string, or empty.',
    remedy: 'Name the field that has the hash.',
  },
  {
    code: 'T40',
    text: 'set hash or hashField, not both.',
    cause: 'There are two sources of the hash.',
    remedy: 'Remove one.',
  },
  {
    code: 'T41',
    text: 'Put a <TelltaleProvider> above its hooks.',
    cause: 'A hook was called outside of the provider.',
    remedy: 'Wrap the application in `<TelltaleProvider telltale={telltale}>`.',
  },
]

const settings: readonly Message[] = [
  {
    code: 'T42',
    text: 'Unknown settings are ignored: ….',
    cause: 'The settings, or the options of a function whose name stands before, have names that do not exist.',
    remedy:
      'Correct the names. The one that may be meant is in brackets, and the [table of settings](/reference/settings/) has all of them.',
  },
  {
    code: 'T169',
    text: 'Set … of …() to …: its value is not used.',
    parts: ['an object with flags and events', 'path, query or hash'],
    cause:
      'A setting, or an option of `collector`, `httpDestination` or `pageViews`, has a value of the wrong type, or cannot be read. With a wrong `impersonation`, events of impersonated users are not sent.',
    remedy:
      'Set what the sentence names, or leave it out. The [table of settings](/reference/settings/) has the type of each.',
  },
  {
    code: 'T43',
    text: 'Two layers of "…" run in this page: close() one of them.',
    cause:
      '`createTelltale` ran twice with the same `app`, for example in two bundles, after a hot reload, or because the `key` of a `<TelltaleProvider>` with settings changed. Two layers with different names are not reported: they are meant to run side by side.',
    remedy:
      'Make the layer in one module and not in a component, and call `close()` where it is replaced. A provider whose `key` changes closes its layer by itself.',
  },
  {
    code: 'T166',
    text: 'It has not started: it has thrown.',
    cause:
      'The function `start` of an observer in `observers`, or of a step in `events.steps`, has thrown. Its name stands before the message.',
    remedy: 'Repair the observer or the step. The layer works without it.',
  },
  {
    code: 'T47',
    text: 'ready.within: wait for … ms or less.',
    cause: 'The wait is longer than is sensible for a page.',
    remedy: 'Wait for at most five seconds, and render with fallbacks.',
  },
]

const identity: readonly Message[] = [
  {
    code: 'T48',
    text: 'useHeaperIdentity() error',
    isWithoutCode: true,
    cause:
      'Telltale could not determine who is signed in. An `Error` with the reason follows, as the second argument of `console.error`; the code is that of the reason. If it begins with `who-am-i is asked again`, the failure may end by itself, and events wait. If it begins with `the user is unknown`, later events have no user.',
    remedy:
      'Remove the reason. Telltale asks again by itself unless the token was refused; `telltale.identity.refresh()` asks at once.',
  },
  {
    code: 'T49',
    text: 'who-am-i answered with status …',
    cause: 'The reporting API failed, or asks for fewer requests.',
    remedy: 'Look at the server. A reload asks again, and so does `telltale.identity.refresh()`.',
  },
  {
    code: 'T139',
    text: 'who-am-i answered with status …: …',
    parts: ['sign in again, or check auth.token', 'check api and projects'],
    cause: 'The reporting API refused the request: its token with 401 and 403, and its address with another status.',
    remedy:
      '401 and 403: let the user sign in again, and check `auth.token`; a user of the local services has the token of `telltale/users.json`. Otherwise check `api` and `projects`.',
  },
  {
    code: 'T50',
    text: 'who-am-i redirects, probably to a sign-in page',
    cause: 'The address answers with a redirect. A token is meant for that address alone.',
    remedy: 'Set the address that answers; let the API answer 401 instead of a redirect.',
  },
  {
    code: 'T51',
    text: 'no answer came from who-am-i',
    cause:
      'The network is down, or CORS, a Content-Security-Policy or a blocker stops the request. The browser does not say which.',
    remedy:
      'Look at the request in the network panel: its address begins with `api` and ends with `/who-am-i`. In development, check that the local services run at this address. Events that were tracked before wait until who-am-i is asked again: by `telltale.identity.refresh()`, or by the next page. Allow the origin and the headers `Authorization`, `IdToken`, `Authorization-App-Platform`.',
  },
  {
    code: 'T52',
    text: 'invalid who-am-i response: a JSON object with a unique_identity is expected',
    cause: 'The answer is a page, is not JSON, or has no `unique_identity` that is a string or an integer.',
    remedy: 'Correct the answer of the API.',
  },
  {
    code: 'T141',
    text: 'events have waited for who-am-i for 10 s',
    cause:
      'The token took long, or the reporting API is very slow, or holds the connection without an answer. The request goes on.',
    remedy:
      'Look at the server. Its later answer is used; `telltale.ready.within(ms)` limits how long your page waits.',
  },
  {
    code: 'T53',
    text: 'Auth0 JWT detected without an idToken: check auth.token and auth.idToken',
    cause:
      'The token does not have 36 characters, so it is taken for a JWT of Auth0, and no identity token is given. Who-am-i is not asked: the identity is `unknown` with the reason `failed`, and new events carry no user.',
    remedy:
      'Set `auth.idToken`. Where your tokens are not from Auth0, check that the token is complete: it has 36 characters, and does not begin with `Bearer`.',
  },
  {
    code: 'T54',
    text: 'auth.token or auth.idToken has failed',
    cause:
      'The function that returns a token threw an error, or the promise that it returned was rejected, for example because the network is down. After a rejection the function is called again, and events wait.',
    remedy:
      'Return `null` if no user is signed in, and `undefined` if that is not known yet. Catch the errors by which your library says that the user has to sign in, and return `null`.',
  },
  {
    code: 'T55',
    text: 'auth.token and auth.idToken must return texts',
    cause: 'A function returned an object, a number or another value, or a promise of one.',
    remedy: 'Return the token itself, such as the field `accessToken` of a session, or a promise of it.',
  },
  {
    code: 'T56',
    text: 'The user is not known yet: auth.token or identity.person returns undefined or a pending promise, or telltale.identify was not called.',
    cause:
      'For ten seconds, the application has not said who is signed in: `auth.token` or `identity.person` returned `undefined`, a promise of a token was pending, or `identify` was not called. In an application that `telltale init` has set up, the local services are not running, or not at the address in `.env.development`. Without `identity`, `api` and `auth` in the settings, only a call of `identify` says it.',
    remedy:
      'In development, start the local services: `npm run services`. Otherwise return the token from `auth.token` or the person from `identity.person`, or `null` if nobody is signed in; or call `identify`; or set `api` and `auth`.',
  },
  {
    code: 'T151',
    text: 'identify() replaces identity.person.',
    cause:
      'The settings have `identity: { person }`, and the application has called `telltale.identify`. From then on the user is the one of the call, and `person` is not called again on this page.',
    remedy:
      'Leave `identity` out of the settings, or do not call `identify`: call `telltale.identity.refresh()` when the answer of `person` changes.',
  },
  {
    code: 'T57',
    text: 'identity.person has thrown',
    cause:
      'The function threw an error, or what it returned, or `identify` got, throws when it is read. The identity is `unknown`, with the reason `failed`.',
    remedy: 'Return `null` if no user is signed in, and `undefined` while that is not known.',
  },
  {
    code: 'T58',
    text: 'a person needs a unique_identity: a text, or a safe integer',
    cause:
      'What `identify` got or `identity.person` returned is no such object. It may be the promise of an `async` function. Or its id is a number that JavaScript may have rounded, such as 9007199254740993, which becomes 9007199254740992, the id of another user.',
    remedy:
      'Pass an object with a `unique_identity` that is a string, or an integer between -(2^53 - 1) and 2^53 - 1. Until the person is known, return `undefined` from `identity.person`.',
  },
  {
    code: 'T148',
    text: 'A person has unreadable fields: …',
    cause:
      'The person goes without these fields, or without a part of them: JSON cannot hold it (a function, a `Map`, an instance that has private fields only, a `BigInt`, `NaN`, `undefined` in a list, an object that contains itself, more than 100 levels), a getter threw, or an id is a number that is no safe integer. Or `mimic_user` is neither a boolean, nor an address or a name, nor an object with one. The user counts as impersonated by an unknown person.',
    remedy: 'Correct the fields in the answer of your API, or pass only plain data from your application.',
  },
  {
    code: 'T170',
    text: 'Accounts are left out: …',
    cause:
      'These kinds of accounts, which the function of `identity.accounts` has returned, cannot be used: the kind has other characters than letters, digits, `.`, `_` and `-`, or is `user`, `kind` or `multi`; the account is no object, or its `key` is neither a text nor a safe integer; JSON cannot hold one of its attributes; or there are more than ten. `all`: the function has thrown, or has returned a promise or no object. Flags and events go on without them.',
    remedy:
      'Return an object such as `{ organization: { key: person.company_id } }`. [Accounts](/guides/accounts/) says what it may contain.',
  },
  {
    code: 'T171',
    text: 'identity.traits has thrown, or has returned no plain object: batches go without traits',
    cause: 'The function of `identity.traits` cannot be used for this person. Events are not affected.',
    remedy: 'Return an object such as `{ role: person.role }`, or `undefined` for no traits.',
  },
  {
    code: 'T59',
    text: 'The call was ignored: who-am-i says who is signed in.',
    cause: '`identify` was called although who-am-i is set.',
    remedy: 'Remove the call, or set `identity` in place of `api` and `auth`.',
  },
]

const events: readonly Message[] = [
  {
    code: 'T60',
    text: 'the name of an event must be a non-empty string',
    cause: '`track` was called without a name.',
    remedy: 'Pass a name.',
  },
  {
    code: 'T61',
    text: '"…" goes without …, which JSON cannot hold',
    parts: ['all properties'],
    cause:
      'Properties are functions, symbols, cyclic objects, nested too deeply, or instances of a class of which JSON has no field.',
    remedy: 'Pass values that JSON can hold.',
  },
  {
    code: 'T156',
    text: 'the step "…" has failed: events go without what it adds',
    cause:
      'The function `enrich` of a step has thrown, or has returned a promise or another value without `properties`.',
    remedy: 'Return `{ properties: { … } }` or `undefined`.',
  },
  {
    code: 'T189',
    text: 'Telltale cannot start. Set mode of redact() to mask, hash or drop.',
    cause: 'The option `mode` is none of the three.',
    remedy: 'Leave it out, or set one of them.',
  },
  {
    code: 'T190',
    text: 'Telltale cannot start. The mode hash of redact() needs a salt.',
    cause: 'Without a salt, anybody can find out what was replaced by a digest of all possible values.',
    remedy: 'Set `salt` to a text of your application that nobody else knows.',
  },
  {
    code: 'T191',
    text: 'Telltale cannot start. redact() has no detector "…".',
    cause: 'The list `detectors` has a name that is none of the library.',
    remedy: 'Correct the name, or pass a detector of your own: an object with `name` and `pattern`.',
  },
  {
    code: 'T193',
    text: 'Telltale cannot start. A detector of redact() needs a name and a pattern.',
    cause: 'An object in the list `detectors` has no `name`, or its `pattern` is no regular expression.',
    remedy: 'Pass `{ name, pattern }`. `pattern` is an expression such as `/M-\\d{4}/`.',
  },
  {
    code: 'T192',
    text: 'A value that looks like … was replaced in ….',
    cause:
      'An event had a value that `redact()` does not keep. It is said once for each place, and never in production.',
    remedy: 'Do not pass the value to `track`, or leave the step to replace it.',
  },
  {
    code: 'T196',
    text: 'purposes has names that are neither a destination nor a use: …',
    cause: 'The option `purposes` of `consent()` names what the layer does not have.',
    remedy: 'Name a destination of the settings, or a use of the table in the guide about consent.',
  },
  {
    code: 'T197',
    text: 'A decision was ignored: the user is impersonated.',
    cause: 'While support looks at the application as a customer, the choice of the customer holds.',
    remedy: 'Do not show the dialogue while `isLocked` is true.',
  },
  {
    code: 'T198',
    text: 'Purposes are ignored that the settings do not have, or that are not true or false: …',
    cause: 'A name that was passed to `set` is not a purpose of this page, or its value is not a boolean.',
    remedy: 'Pass names that `telltale.consent.get().purposes` has, each with true or false.',
  },
  {
    code: 'T199',
    text: 'Set consent of createTelltale() for useConsent().',
    cause: 'A component uses `useConsent`, and the settings have no `consent`.',
    remedy: 'Add `consent: consent()` of `telltale/consent` to the settings.',
  },
  {
    code: 'T200',
    text: 'forget() was ignored: the user is impersonated, or not known yet.',
    cause: 'A support user cannot have a customer forgotten, and without a user there is nobody to forget.',
    remedy:
      'Call it when `telltale.identity.current` is known, or says that nobody is signed in, and nobody impersonates.',
  },
  {
    code: 'T201',
    text: 'the reader "…" has heard nothing for 10 s: is its consent tool on the page, and loaded?',
    cause:
      'The script of the consent tool is missing or blocked, or has other names than the reader knows. Everything stays pending.',
    remedy:
      'Check that the script of the tool is on the page. Of a new version of the tool, compare its events with the reader.',
  },
  {
    code: 'T202',
    text: 'the reader "…" has thrown.',
    cause: 'The function `start` of a reader of your own has thrown. Everything stays pending.',
    remedy: 'Mend the reader.',
  },
  {
    code: 'T203',
    text: 'The user is forgotten in this browser. The application has answered with status ….',
    cause: '`telltale.forget()` is done. Status 0: there was no answer, or `forgetUrl` is not set.',
    remedy: 'If the status is not from 200 to 299, ask the application again: it deletes what the collector has.',
  },
  {
    code: 'T204',
    text: 'Telltale cannot start. Pass traceContext() the trace of @opentelemetry/api.',
    cause: '`traceContext()` was called without `trace`, or with something else.',
    remedy: "Write `import { trace } from '@opentelemetry/api'`, and `traceContext({ trace })`.",
  },
  {
    code: 'T205',
    text: 'log records that were rejected: …. They are not sent again: …',
    cause:
      'The receiver of OpenTelemetry has answered with a partial success: it has not kept so many records of the batch, and does not say which. The end of the line is its message.',
    remedy:
      'Look up the message in the documentation of the receiver. `telltale.diagnostics` counts the records as `refused`.',
  },
  {
    code: 'T212',
    text: 'Telltale cannot start. Call sampleBy() with the key of a flag.',
    cause: 'The key is missing, empty or no text.',
    remedy: "Pass the key of the flag that says the share: `sampleBy('events-rate')`.",
  },
  {
    code: 'T213',
    text: 'The flag … is no number from 0 to 1, and no table of them: all events are kept.',
    cause: 'The flag of `sampleBy()` has a value that says no share, such as a text, or a table has one for an event.',
    remedy: 'Let the flag serve a number from 0 to 1, or an object such as `{ "Scrolled": 0.01, "*": 1 }`.',
  },
  {
    code: 'T214',
    text: 'Telltale cannot start. Pass webVitals() the library: import * as library from "web-vitals".',
    cause: 'The library is missing, or a version of it is installed that has no `onINP`.',
    remedy: 'Install `web-vitals` 4 or newer, and pass it: see [Web vitals](/guides/web-vitals/).',
  },
  {
    code: 'T215',
    text: 'Telltale cannot start. Set ignore of errors() to a list of texts and regular expressions.',
    cause: 'The option is no list, or has an empty text or another value.',
    remedy: "Pass a list, such as `['ResizeObserver loop', /timeout/i]`: see [Errors](/guides/errors/).",
  },
  {
    code: 'T175',
    text: 'Telltale cannot start. Call sample() with a number between 0 and 1.',
    cause: 'The share of the persons is no number, or is outside of that range.',
    remedy: 'Pass the share whose events are sent: 0.1 for a tenth of the persons.',
  },
  {
    code: 'T157',
    text: 'the step "…" has failed: events go on as they were',
    cause: 'The function `process` of a step has thrown, or has returned a promise or another value that is no event.',
    remedy: 'Return the event, a copy with other values, or `undefined` to drop it.',
  },
  {
    code: 'T62',
    text: '"…" needs a messenger: set messaging.',
    cause: 'An event was tracked with `{ messaging: true }`.',
    remedy: 'Set `messaging`, or leave the option out.',
  },
  {
    code: 'T63',
    text: 'Flags "…" and "…" share the event property "…". Rename one.',
    cause: 'Two keys are the same in snake case.',
    remedy: 'Rename one flag.',
  },
  {
    code: 'T64',
    text: 'removed damaged records: other events are not affected',
    cause: 'A record in the storage of this origin is not an event.',
    remedy: 'Look for other code that writes keys beginning with `telltale:`.',
  },
  {
    code: 'T65',
    text: 'the browser stores no events: those that are not delivered when the page closes are lost',
    cause: 'IndexedDB and `localStorage` refuse. Events are in memory. Written in development only.',
    remedy: 'Nothing, if the user blocks site data. Otherwise free storage of the origin.',
  },
  {
    code: 'T188',
    text: 'IndexedDB is blocked or does not answer: events are kept in localStorage while there is room',
    cause:
      'The browser refuses IndexedDB to this site, or its database has not answered for 5 seconds. Written in development only.',
    remedy:
      'Nothing, if the user blocks site data: events are delivered, and [what is stored](/trust/storage/) outlives the page. Otherwise free storage of the origin.',
  },
  {
    code: 'T66',
    text: 'has failed (…): its events are kept',
    parts: ['it answers no known outcome'],
    cause:
      '`deliver`, `accepts` or `whenReady` of one of your destinations threw an error, or `deliver` resolved with something other than an outcome.',
    remedy: "Return `{ outcome: 'delivered' }` or another outcome; see [Destinations](/start/destinations/).",
  },
  {
    code: 'T67',
    text: 'no answer for 30 s…: check its address, its server and CORS. Events that wait: …',
    parts: ['from …'],
    cause:
      'A destination has not answered for 30 seconds. Its events are kept. The browser shows each failed request earlier, in its console and network panel.',
    remedy:
      'Open the address of the message in the network panel. If the request has no status, and the collector is on another origin, it is probably CORS: the collector must allow the origin and the header `Content-Type`. `npx telltale doctor --collector <url> --origin <origin>` checks this.',
  },
  {
    code: 'T150',
    text: 'has taken no events for 30 s: its server answers with …. Events that wait: …',
    cause:
      'The server of a destination answers each request with an error that may end by itself, such as status 503 or 429. Its events are kept and sent again, after the time for which the server asks.',
    remedy: 'Look into the logs of the server, or of the proxy before it, for this status.',
  },
  {
    code: 'T68',
    text: 'refused events (…). They are kept: see telltale.refused.',
    parts: ['status …', 'too large'],
    cause: 'A destination will not take an event, for the reason in brackets.',
    remedy: 'Correct the event or the server, then retry or discard the event with `telltale.refused`.',
  },
  {
    code: 'T69',
    text: 'more than … bytes wait: the oldest are given up',
    cause: 'More events wait than `events.maxBytes` allows.',
    remedy: 'Repair the destination that does not answer, or raise `events.maxBytes`.',
  },
  {
    code: 'T155',
    text: '"…" has … bytes, and events.maxBytes is …: it is given up',
    cause: 'An event alone is larger than all events that may wait.',
    remedy:
      'Send large data, such as a file, to your own server, and name it in the event; or raise `events.maxBytes`.',
  },
  {
    code: 'T143',
    text: 'no destination is called "…": … events are given up after a day',
    cause: 'An earlier release had a destination of this name, and the settings no longer have it.',
    remedy:
      'Keep the name of a destination from one release to the next, at least until its events have been delivered.',
  },
  {
    code: 'T70',
    text: 'more than … events wait for a file of Telltale: the oldest are given up',
    cause: 'The lazy chunk of the library has not arrived, and the page tracks many events.',
    remedy: 'Keep the files of earlier deployments, and look for the request that failed in the network panel.',
  },
  {
    code: 'T71',
    text: 'the file that delivers events could not be loaded. Events are kept. Check that the server keeps the files of earlier deployments.',
    cause:
      'The lazy chunk of the library is missing, as after a deployment, or is blocked. Two requests for it have failed.',
    remedy: 'Keep the files of earlier deployments, and look at the request in the network panel.',
  },
]

const destinations: readonly Message[] = [
  {
    code: 'T72',
    text: 'its url redirects. Events are kept and tried again: set url to the address that answers.',
    cause: 'The collector answers with a redirect, probably to a sign-in page. Redirects are not followed.',
    remedy: 'Set `url` to where the redirect leads, if that is a collector.',
  },
  {
    code: 'T73',
    text: 'its server answers with status …. Events are kept and tried again: check url and who may post there.',
    cause:
      'The collector, or a proxy before it, answers with a status that says nothing about the events: 401, 403, 404, 405 or 415, for example, or 304.',
    remedy:
      'Check the address, which is the `url` of `collector`, the option `headers` and the server. A cache must not answer a `POST`.',
  },
  {
    code: 'T149',
    text: 'fails for an event each time, and takes others: the event is kept and tried again, at least once a minute',
    cause:
      'The destination takes other events, and answers for one event with an error that is not a refusal, such as status 500, or not at all. A bug for events of one form, or a firewall that dislikes a text, has this effect.',
    remedy:
      'Look for the event in the network panel: it is alone in its request. Mend the server or the firewall, and the event arrives. To give it up, let the collector answer 400.',
  },
  {
    code: 'T74',
    text: 'its server answers with a page. Events are kept and tried again: an acknowledgement is JSON or empty.',
    cause: 'The answer has a 2xx status, but contains HTML.',
    remedy: 'Sign in to the network, or let the collector answer with JSON or without a body.',
  },
  {
    code: 'T75',
    text: 'its headers function has thrown, rejected or returned no object. Events are kept and tried again.',
    cause:
      'The option `headers` of `collector` threw an error, or returned a promise that was rejected, or a value that is no object.',
    remedy: 'Return `undefined` while there are no headers.',
  },
  {
    code: 'T159',
    text: 'encode of its format has thrown, or has returned no body. Events are kept and tried again.',
    cause: 'The function `encode` that was passed to `httpDestination` fails for these events, or is asynchronous.',
    remedy: 'Return `{ body, contentType }` for any event. Each waits, alone, until it can be written.',
  },
  {
    code: 'T165',
    text: 'read of its format has thrown, or has returned no known outcome. Events are kept and tried again.',
    cause:
      'The function `read` that was passed to `httpDestination` does not understand a 2xx answer, is asynchronous, or has returned a part without a list of events of the batch.',
    remedy: 'Return one of the [outcomes](/guides/writing-a-destination/#the-outcomes).',
  },
  {
    code: 'T77',
    text: 'The analytics project is …, but … is expected: load Heap with that project id.',
    cause: 'The script of Heap in this page belongs to another project.',
    remedy: 'Load it with the id that `projects` has for this level.',
  },
  {
    code: 'T154',
    text: 'Heap names no analytics project, but … is expected: events go to the project of its script.',
    cause:
      'The settings have `projects`, but the object that `instance` of `heap` returns has neither `appid` nor `envId`, so that its project cannot be checked.',
    remedy: 'Let the object have the `appid` of the script that it stands for.',
  },
  {
    code: 'T78',
    text: 'its script is not ready, so its events wait: add it to the page, and check that nothing blocks it.',
    cause: 'The script of a vendor is missing after ten seconds.',
    remedy: 'Add the script; where a blocker stops it, events wait for a later page.',
  },
  {
    code: 'T79',
    text: 'its script has failed (…): the next call goes on',
    cause: 'A call of the script of a vendor threw an error.',
    remedy: 'Look at the error in brackets.',
  },
  {
    code: 'T80',
    text: 'its script has failed: it misses flags that were shown',
    cause: 'A flag could not be passed to Datadog.',
    remedy: 'Check the version of the RUM SDK.',
  },
  {
    code: 'T81',
    text: 'Set ready of loadMaps({ url, ready }) to a function that returns what the script defines, such as () => window.google?.maps?.version.',
    cause: '`ready` is missing.',
    remedy: 'Set what the message names.',
  },
  {
    code: 'T82',
    text: 'Loading the maps script was given up.',
    cause: 'The signal of `loadMaps` was aborted.',
    remedy: 'Nothing: the caller wanted it.',
  },
  {
    code: 'T83',
    text: 'The page takes addresses of scripts from a Trusted Types policy only: set policy of loadMaps({ url, ready, policy }) to one that allows this address.',
    cause: 'The page has `require-trusted-types-for`.',
    remedy: 'Create a policy and pass it.',
  },
  {
    code: 'T84',
    text: 'The maps script could not be loaded: it was tried … times.',
    cause: 'The script could not be loaded, or did not define what `ready` returns.',
    remedy: 'Check the address, the key and the Content-Security-Policy.',
  },
]

const flags: readonly Message[] = [
  {
    code: 'T85',
    text: 'the file that streams flags could not be loaded. Flags are requested without it. Check that the server keeps the files of earlier deployments.',
    cause:
      'A later file of the flags is missing, as after a deployment, or is blocked. Two requests for it have failed. Flags are requested without it.',
    remedy: 'Keep the files of earlier deployments, and look at the request in the network panel.',
  },
  {
    code: 'T86',
    text: 'Environment not found. Check the client-side ID.',
    cause:
      'The flag service answered 404: it has no environment with this client-side id, or `baseUrl` leads to something else. The message of a layer begins with the id. The browser’s own line above it has the address. Flags have their fallbacks.',
    remedy:
      'Copy the client-side id of your environment, not an SDK key; with `promotion`, that of the level. `npx telltale doctor --client-side-id … --base-url …` asks the service as a page does.',
  },
  {
    code: 'T88',
    text: 'network error at …: blocked, or an unknown client-side ID',
    cause:
      'The request failed. CORS, a Content-Security-Policy or a blocker look the same. So does an unknown id, if it is answered without CORS headers.',
    remedy: 'Look at the request in the network panel. Its address contains the client-side id.',
  },
  {
    code: 'T184',
    text: 'no answer from … within 10 s',
    cause:
      'The flag service, or what is between it and the page, has taken the request for flags and has not answered, or not to the end. The request was given up, and is repeated until flags arrive. A stream may have the flags meanwhile: pages without one have the flags of an earlier visit, or fallbacks.',
    remedy:
      'Look at the request in the network panel, and at the service at `baseUrl`. The problem ends when flags arrive.',
  },
  {
    code: 'T89',
    text: 'Error fetching flag settings: …',
    cause: 'The flag service answered with another status than 200.',
    remedy: 'Check `baseUrl` and the service.',
  },
  {
    code: 'T90',
    text: 'Error fetching flag settings: the answer has no flags',
    cause:
      'The answer is not JSON, for example because it is from a captive portal, or is JSON in which no entry is a flag, such as `{"message":"maintenance"}`. The flags that are known stay, and are requested again.',
    remedy: 'Check `baseUrl`, and what is between the page and the service.',
  },
  {
    code: 'T92',
    text: 'the address redirects, probably to a sign-in page',
    cause: 'The flag service answers with a redirect, which is not followed.',
    remedy: 'Set `baseUrl` to the address that answers.',
  },
  {
    code: 'T93',
    text: 'Error on stream connection to …: …, giving up permanently: check streamUrl and the client-side ID "…"',
    cause: 'The stream was refused for good.',
    remedy: 'Check `streamUrl` and the client-side id. Flags stay as they are.',
  },
  {
    code: 'T94',
    text: 'Error on stream connection to …: …. Reconnecting.',
    parts: ['no answer', ADDRESS],
    cause: 'The stream broke, or the service cannot be reached.',
    remedy: 'Nothing, if the network comes back. Otherwise check `streamUrl`.',
  },
  {
    code: 'T185',
    text: 'The stream of … is open, and nothing has come for 10 s: no change of a flag arrives.',
    cause:
      'The stream was requested, and neither a message nor a comment has come from it. Mostly a proxy or a content delivery network collects the answer in place of passing it on.',
    remedy:
      'Switch off buffering for the address of the stream, such as with `proxy_buffering off` in nginx or the header `X-Accel-Buffering: no`. The problem ends when something comes.',
  },
  {
    code: 'T95',
    text: 'Invalid data in the stream',
    cause:
      'A message of the stream could not be read, or it is to replace all flags and no entry of it is a flag. No flag changes.',
    remedy: 'Check what is between the page and the service, such as a proxy.',
  },
  {
    code: 'T96',
    text: 'No hash for secure mode. Flags have fallbacks until there is one.',
    cause:
      'The environment is in secure mode, and there is no hash for this user: the hash function threw, returned no text or has not answered, or the person has no such field.',
    remedy: 'Correct `hash` or `hashField`.',
  },
  {
    code: 'T97',
    text: 'The bootstrap is not valid: the back end could not read the flags.',
    cause: '`bootstrap` says that the server could not read the flags.',
    remedy:
      'Look at the server. The bootstrap is ignored: the page asks the flag service, and events wait for its flags.',
  },
  {
    code: 'T98',
    text: 'The bootstrap has no flag metadata: events may not be right.',
    cause: '`bootstrap` lacks `$flagsState`.',
    remedy: 'Pass what `allFlagsState` returns, as JSON.',
  },
  {
    code: 'T100',
    text: 'Flag events could not be delivered to …: …, …',
    parts: ['network error', ADDRESS, 'giving up permanently', 'some events were dropped', 'will retry'],
    cause: 'The event service cannot be reached, or refused flag events with the status in the message.',
    remedy:
      'Check `eventsUrl`, the network and the client-side id; 401 means that the id is wrong. A blocker may stop the requests.',
  },
  {
    code: 'T101',
    text: 'Exceeded event queue capacity: events are dropped.',
    cause: 'More flag events wait than `eventCapacity`.',
    remedy: 'Raise `eventCapacity`.',
  },
  {
    code: 'T102',
    text: 'Flag "…" has too many prerequisites: not all are counted.',
    cause: 'A flag has more than 1,000 prerequisites.',
    remedy: 'Simplify the prerequisites.',
  },
  {
    code: 'T103',
    text: 'Error fetching goals: …',
    parts: [ADDRESS, 'network error', 'the answer is not a list'],
    cause: 'The goals of the flag service, which count clicks and page views for experiments, could not be read.',
    remedy: 'Set `fetchGoals: false` if you have none.',
  },
  {
    code: 'T104',
    text: 'The injected client could not identify the user. Flags have fallbacks until it does.',
    cause: '`identify` of the injected client failed or took longer than ten seconds.',
    remedy: 'Start the client before the layer, and look at its own messages.',
  },
  {
    code: 'T162',
    text: 'The flag source "…" answered without flags.',
    cause:
      '`fetch` of a source has answered with something else than `{ flags }`, or no value of `flags` is an object with a `value`.',
    remedy: 'Return `{ flags: { "my-flag": { value: true } } }`.',
  },
  {
    code: 'T163',
    text: 'The flag source "…" threw an error: …',
    cause: '`create`, `fetch` or `follow` of a source threw an error. A request is repeated.',
    remedy: 'Correct the source. `testFlagSource` of `telltale/testing` checks it.',
  },
  {
    code: 'T206',
    text: 'The flag server has sent no flags: ….',
    parts: [
      'status …',
      'status …: …',
      'status …. Check headers',
      '. Check url',
      ADDRESS,
      'headers has thrown, rejected or returned no object',
      'the answer is not that of the protocol',
      'no answer, because it is down, or does not allow requests of this page (CORS)',
    ],
    cause:
      'A server that `ofrep` asks refuses the request, cannot be reached, or answers with something else than flags. After 401, 403, 404, or an error of the context, it is not asked again for this user; else the request is repeated, after growing delays. Flags of an earlier visit stay in force.',
    remedy:
      'Look at the request in the network panel. Check `url`, without `/ofrep/v1`, and `headers`, and that the server allows your origin, `Content-Type`, `If-None-Match` and the names of your headers (CORS).',
  },
  {
    code: 'T207',
    text: 'The flag server could not evaluate …. Readers have their fallbacks.',
    parts: ['and … more'],
    cause:
      'The answer of a server that `ofrep` asks has an error in the place of the value of a flag. The message has the first of these flags, the number of the others, and the code of its error.',
    remedy: 'Correct the flag, such as its rules. The other flags have their values.',
  },
  {
    code: 'T208',
    text: 'The stream of the flag server: …. No change of a flag arrives….',
    parts: ['no answer', ADDRESS, 'until it is open again'],
    cause:
      'The stream that a server of `ofrep` has named is refused, cannot be reached, or is closed again and again. After a status such as 401 or 404 it is not opened again, unless the server names another address.',
    remedy:
      'Nothing, if the network comes back. Otherwise look at the request in the network panel, and check that the server allows your origin, and that no proxy closes the stream. Its address is not in the message, because it may contain a token.',
  },
  {
    code: 'T164',
    text: 'The flag source "…" does not answer.',
    cause:
      '`fetch` of a source has not answered for ten seconds. It is called again. The problem ends when flags arrive.',
    remedy: 'Check the service of the source, and let `fetch` end when its signal aborts.',
  },
  {
    code: 'T209',
    text: 'The flags of the user are not known.',
    cause:
      'A provider of `telltale/openfeature` has no flags: they have not arrived after five seconds, the flag service could not be asked, the settings have no `flags`, or the layer is closed. Every read has its default.',
    remedy:
      'Look for the message of the flag service beside it. If there is none, set `flags` of the settings. If flags arrive later, OpenFeature says that the provider is ready.',
  },
  {
    code: 'T210',
    text: 'Attributes of the context do not reach the flag service: ….',
    cause:
      'A context of OpenFeature has attributes. Flags are those of the user of the layer, so that rules do not know these attributes.',
    remedy: 'Give the attributes to the person or to `identity.accounts`, and leave them out of the context.',
  },
  {
    code: 'T211',
    text: 'The targeting key is not the user of the layer.',
    cause:
      'A context of OpenFeature has a `targetingKey`, and somebody else, or nobody, is signed in. Reads have their defaults, with the error code `INVALID_CONTEXT`.',
    remedy: 'Leave `targetingKey` out: the layer knows who is here. To sign somebody in, call `telltale.identify`.',
  },
  {
    code: 'T105',
    text: 'The injected client threw an error.',
    cause: 'A method of the injected client threw.',
    remedy: 'Look at its own messages.',
  },
  {
    code: 'T145',
    text: 'The flags in use do not include "…": it has its fallback.',
    cause:
      'Neither the `bootstrap` nor the latest answer of the flag service, if it has answered, has this key. Written outside production.',
    remedy:
      'Check the spelling and the client-side id. With a `bootstrap` from a server, check that the server has flags: its SDK key may be wrong, or its flag service may not answer. In LaunchDarkly, a flag has to be available to SDKs that use the client-side ID.',
  },
  {
    code: 'T147',
    text: '"…" has another value in the page than on the server: is the same user signed in, with the same attributes?',
    cause:
      'The flag service gave the page another value than the `bootstrap` has, at the same version of the flag. So the text changes while the page loads. Written outside production. A change of a segment or of a prerequisite flag between the two requests has the same effect, because it does not change the version.',
    remedy:
      'Pass the same person to the server SDK and to the page, with all attributes that a rule uses. See [The context has to be the same](/guides/server-rendering/#the-context-has-to-be-the-same). If nobody is signed in in the page, its token or person is missing. Leave flags with percentage rollouts out of the `bootstrap` of visitors who are not signed in.',
  },
]

const client: readonly Message[] = [
  {
    code: 'T106',
    text: 'No environment/client-side ID was specified.',
    cause: '`createFlagClient` was called without an id.',
    remedy: 'Pass the client-side id.',
  },
  {
    code: 'T107',
    text: 'No context specified.',
    cause: '`identify` or the client got no context.',
    remedy: 'Pass a context.',
  },
  {
    code: 'T108',
    text: 'Invalid context specified.',
    cause: 'The context has no kind or key, or is not JSON.',
    remedy: "Pass `{ kind: 'user', key: '…' }`.",
  },
  {
    code: 'T109',
    text: 'The client was closed.',
    cause: 'A method was called after `close`.',
    remedy: 'Create another client.',
  },
  {
    code: 'T110',
    text: 'waitForInitialization: give it a time-out in seconds, of … or less.',
    cause: 'The wait has no time-out, or a long one.',
    remedy: 'Pass 5 or less.',
  },
  {
    code: 'T111',
    text: 'waitForInitialization timed out after … seconds.',
    isWithoutCode: true,
    cause: 'The flags did not arrive in time. They may come later.',
    remedy: 'Render with fallbacks.',
  },
  {
    code: 'T112',
    text: 'Custom event "…" does not exist',
    cause: '`track` of the flag client got no name.',
    remedy: 'Pass a name.',
  },
  {
    code: 'T113',
    text: 'Extension threw: …',
    cause: 'An extension of a standalone client threw.',
    remedy: 'Look at the error.',
  },
  {
    code: 'T114',
    text: 'Ignoring unknown config option "…"',
    cause: 'An option does not exist.',
    remedy: 'Check its spelling.',
  },
  {
    code: 'T115',
    text: 'Config option "…" should be of type …, got …',
    parts: ['object or string'],
    cause: 'An option has the wrong type. The default is used instead, or the value is converted to a boolean.',
    remedy: 'Pass the type that the sentence names.',
  },
  {
    code: 'T117',
    text: 'Config option "…" must be at least …',
    cause: 'An option is below its minimum.',
    remedy: 'Raise it.',
  },
  {
    code: 'T118',
    text: 'Config option "application.…" must be up to 64 letters, digits, ., _ or -',
    cause: 'A tag of `application` is too long, or has other characters.',
    remedy: 'Shorten it, or replace these characters.',
  },
  {
    code: 'T119',
    text: 'Config option "…" should contain only …s',
    cause: 'An element of a list has another type.',
    remedy: 'Remove it.',
  },
  {
    code: 'T120',
    text: 'Ignoring … in …',
    cause: 'An element of a list is not a hook, an inspector or a plugin.',
    remedy: 'Remove it.',
  },
  {
    code: 'T121',
    text: '… should be of type array, got …',
    cause: 'Hooks, inspectors or plugins are not in a list.',
    remedy: 'Pass a list.',
  },
  {
    code: 'T122',
    text: 'Hook "…" threw in …: …',
    parts: ['unknown hook'],
    cause: 'A hook threw. The evaluation goes on.',
    remedy: 'Correct the hook, and let `getMetadata` return its name.',
  },
  {
    code: 'T123',
    text: 'Inspector "…" is of an invalid type: …',
    cause: 'An inspector has a type that does not exist.',
    remedy: 'Correct its `type`.',
  },
  {
    code: 'T124',
    text: 'Inspector "…" threw',
    cause: 'An inspector threw.',
    remedy: 'Correct the inspector.',
  },
  {
    code: 'T125',
    text: 'Plugin threw: …',
    cause: 'A plugin threw.',
    remedy: 'Correct the plugin.',
  },
  {
    code: 'T126',
    text: 'basicLogger: destination must be a function.',
    cause: 'The option is no function.',
    remedy: 'Pass a function.',
  },
  {
    code: 'T127',
    text: 'createClient: pass the client-side ID of your environment first.',
    cause: 'The first argument is missing.',
    remedy: 'Pass the id.',
  },
  {
    code: 'T128',
    text: 'A timeout of … seconds is long: give it … seconds or less.',
    cause: 'The wait is longer than five seconds.',
    remedy: 'Shorten it.',
  },
  {
    code: 'T129',
    text: 'The client must be started before a context can be identified: call start() first.',
    cause: '`identify` came before `start`.',
    remedy: 'Call `start`.',
  },
  {
    code: 'T130',
    text: 'Identify called before start',
    cause: 'This is the error in the result of an `identify` that came before `start`.',
    remedy: 'Call `start`.',
  },
  {
    code: 'T131',
    text: 'The client has no context before start(): the event is not sent.',
    cause: '`track` came before `start`.',
    remedy: 'Call `start`.',
  },
  {
    code: 'T132',
    text: 'setConnectionMode has no effect: it belongs to the option dataSystem, which this client does not have.',
    cause: 'The method is not supported.',
    remedy: 'Use `setStreaming`.',
  },
  {
    code: 'T133',
    text: 'Wrong type "…" for feature flag "…" in …; returning default value',
    cause: 'A typed method asked for a type that is not the type of the flag.',
    remedy: 'Use the method for the type of the flag.',
  },
  {
    code: 'T144',
    text: 'The metricValue of "…" must be a number, got …',
    cause:
      '`track` of a client of `telltale/launchdarkly` got a metric value that is not a number. It is sent, and no metric can count it.',
    remedy: 'Pass a number.',
  },
]

const development: readonly Message[] = [
  {
    code: 'T134',
    text: 'It is not among the events that are defined.',
    cause: '`validateEvents` has no schema for this event.',
    remedy: 'Add it to `defineEvents`.',
  },
  {
    code: 'T135',
    text: 'Its schema has failed: ….',
    cause: 'The schema threw an error.',
    remedy: 'Correct the schema.',
  },
  {
    code: 'T136',
    text: '….',
    cause: 'The properties do not fit the schema of the event. The words come from the schema library.',
    remedy: 'Correct the properties, or the schema.',
  },
  {
    code: 'T137',
    text: '…: ….',
    parts: [
      '… has … characters, of which … are kept',
      'its name',
      'the name of …',
      'all of it',
      '… has a character that no name may have',
      '… is nested, which is not kept',
    ],
    cause: 'The vendor that is named at the beginning would drop properties, or cut them off.',
    remedy: 'Rename, flatten or shorten what the message names.',
  },
  {
    code: 'T138',
    text: 'intercom: ….',
    parts: [
      'with screen_dimensions and the flags it has … properties, of which … are kept: flags are left out first',
      '… is JSON or null, which is not kept',
    ],
    cause: 'Intercom keeps 20 properties of an event, and only flags whose value is a text, a number or a boolean.',
    remedy: 'Pass fewer properties; give the flags other values.',
  },
  {
    code: 'T181',
    text: 'The overrides in the address are ignored: they are no link of an inspector, or too long.',
    cause:
      'The parameter `telltale-overrides` of the address was cut off or changed, or has more than 8,000 characters.',
    remedy: 'Copy the link from the panel again.',
  },
  {
    code: 'T182',
    text: 'The inspector is off: its allow has thrown or returned a promise.',
    cause:
      'The option `allow` of `inspector` threw an error for the user who is signed in, or is an `async` function. Nobody may use the inspector then.',
    remedy:
      'Return true or false: it gets an identity of any status, and a person may lack any field but `unique_identity`.',
  },
  {
    code: 'T183',
    text: 'The panel could not be loaded. Check that the server keeps the files of earlier deployments.',
    cause:
      'The file of the panel is missing, or the browser is offline. No flag is overridden meanwhile, because the banner that says so is in that file.',
    remedy: 'Open the panel again. If it fails again, reload the page.',
  },
  {
    code: 'T186',
    text: 'The page removes the inspector again and again: it stays away, and overrides no flag here.',
    cause:
      'A script removes elements that it does not know, and has removed that of the inspector more than 20 times in a row. An override that cannot be seen does not act. What is stored stays.',
    remedy: 'Let the script leave the element `telltale-inspector`, which is a child of `html`.',
  },
  {
    code: 'T187',
    text: 'The panel has failed.',
    cause: 'An error of the panel. The page and the layer are not affected.',
    remedy: 'Report it, with what the page has done. Reload the page to open the panel again.',
  },
]

export const MESSAGES: readonly {
  readonly title: string
  readonly about: string
  readonly messages: readonly Message[]
}[] = [
  {
    title: 'Wrong settings',
    about:
      'Thrown by createTelltale and its parts at the start, and by the hooks in a render. A module that calls createTelltale at its top level, as in the guides, then does not run, so a deployment without its variables is noticed at once. Catch the error if your page should continue without the layer. Most of these messages begin with “Telltale cannot start.” or “Cannot boot Launch Darkly:”.',
    messages: start,
  },
  { title: 'Settings', about: 'Written to the console.', messages: settings },
  { title: 'Identity', about: 'Written to the console as errors; T59 and T151 are warnings.', messages: identity },
  {
    title: 'Events',
    about:
      'Written to the console. T67 and T150 are written each time that the collector falls silent, and the others once.',
    messages: events,
  },
  {
    title: 'Destinations',
    about: 'Written to the console after the name of the destination; loadMaps rejects with its sentences.',
    messages: destinations,
  },
  {
    title: 'Flags',
    about: 'Written to the console. Many have the words of the flag vendor’s SDK.',
    messages: flags,
  },
  {
    title: 'A standalone flag client',
    about: 'Of createFlagClient, initialize and createClient: written to their logger, or the reason of a rejection.',
    messages: client,
  },
  {
    title: 'During development',
    about: 'Written by validateEvents, by the inspector, and by the test kit.',
    messages: development,
  },
]
