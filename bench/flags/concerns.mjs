/** What a flag client is for, and the files of each client that do it, by parts of their paths. The first that matches counts. */
export const CONCERNS = /** @type {const} */ ([
  [
    'the next protocol (FDv2), bundled though it is not used',
    { v4: /fdv2|FDv2|DataSystem|ModeResolver|StateD|ConnectionMode|SourceFactory/ },
  ],
  [
    'contexts and redaction',
    {
      telltale: /flags\/(readContext|redactContext)/,
      v3: /\/(context|ContextFilter|attributeReference|canonicalize|AnonymousContextProcessor|Identity)\.js/,
      v4: /common\/src\/(Context|AttributeReference)|internal\/(context|json)|src\/context\/|getOrGenerateKey/,
    },
  ],
  ['diagnostics', { telltale: /flags\/diagnostics/, v3: /diagnosticEvents/, v4: /iagnostics/ }],
  ['goals', { telltale: /goals/, v3: /Goal|escape-string/, v4: /goals|escapeString/ }],
  [
    'hooks, inspectors, plugins',
    { telltale: /flags\/(extension|inspectors)/, v3: /Hook|Inspector|plugins/, v4: /Hook|inspect|lugin/ },
  ],
  [
    'events: summaries, capacity, delivery',
    {
      telltale: /recorder|[fF]lagEvent|[fF]lagActivity/,
      v3: /Event(Sender|Summarizer|Processor)/,
      v4: /\/events\/|EventFactory|LDEventSender/,
    },
  ],
  [
    'kept flags and bootstrap',
    {
      telltale: /flagCache/,
      v3: /Persistent/,
      v4: /FlagPersistence|ContextIndex|\/storage\/|bootstrap|crypto\/digest/,
    },
  ],
  [
    'store, evaluation, listeners',
    {
      telltale: /flagStore|emitter|model\/flag/,
      v3: /\/FlagStore|EventEmitter|fast-deep-equal/,
      v4: /flag-manager|evaluation|LDEmitter|fast-deep-equal/,
    },
  ],
  [
    'poll, stream, HTTP',
    {
      telltale: /streamFlags|flagSource|loadLater|core\/http|serverSent|lib\/(retry|url)|ports\/transport/,
      v3: /Requestor|Stream|promiseCoalescer|httpRequest|headers|base64/,
      v4: /datasource|polling|streaming|DataManager|\/http\.ts/,
    },
  ],
  [
    'options, errors, messages, logging',
    {
      telltale: /flagSettings|readSettings|flagClient/,
      v3: /configuration|messages|errors|ogger/,
      v4: /options|alidat|onfiguration|logging|errors|messages/,
    },
  ],
  [
    'the client: identify, methods, life',
    {
      telltale: /baseClient|startFlagClient|client(Evaluations|Platform)|flags\/extension|src\/flags\.ts/,
      v3: /src\/index\.js|InitializationState|timedPromise/,
      v4: /LDClientImpl|BrowserClient|AsyncTaskQueue|imedPromise|BrowserApi/,
    },
  ],
  ['the browser’s ports', { telltale: /platform\//, v3: /browserPlatform/, v4: /src\/platform|BrowserStateDetector/ }],
])

/** @typedef {'telltale' | 'v3' | 'v4'} Client */

export const REST = 'shared pieces'

/** @param {Client} client @param {string} path */
export function concernOf(client, path) {
  const found = CONCERNS.find(([, files]) => /** @type {Record<string, RegExp>} */ (files)[client]?.test(path))
  return found?.[0] ?? REST
}
