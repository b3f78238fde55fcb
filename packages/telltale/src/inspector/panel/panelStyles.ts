import { addStyles } from '../addStyles.ts'

/** Adds the styles of panel and banner, once. */
export function addPanelStyles(frame: HTMLElement): void {
  const root = frame.getRootNode()
  if ('styled' in frame.dataset || !(root instanceof ShadowRoot)) return
  frame.dataset['styled'] = ''
  addStyles(root, PANEL_STYLES)
}

// The colours of the console. `light-dark()` is younger than the oldest browsers that are supported.
const PANEL_STYLES = `
.frame {
  --panel: #fbfaf7; --raised: #fff; --sunken: #f4f2ec; --line: #dfdbd1; --ink: #1b2423; --soft: #525c5a; --control: #7c807a;
  --green: #0d6e50; --green-soft: #dceee6; --red: #b23a26; --red-soft: #f8e3dd; --amber: #855509; --amber-soft: #f6ead2;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
  font: 13px/1.45 'Instrument Sans Variable', 'Instrument Sans', system-ui, sans-serif; color: var(--ink); text-align: start;
}
@media (prefers-color-scheme: dark) {
  .frame {
    --panel: #161e1d; --raised: #1c2625; --sunken: #0f1514; --line: #2a3634; --ink: #e4e8e5; --soft: #a5b0ad; --control: #82908c;
    --green: #55c79d; --green-soft: #163a2e; --red: #f0876f; --red-soft: #43211a; --amber: #e0b15c; --amber-soft: #3a2e15;
  }
}
.frame * { box-sizing: border-box; }
.frame [hidden] { display: none; }
.middle { flex: 1; min-height: 0; position: relative; order: 1; }
.panel {
  position: absolute; right: 12px; bottom: 12px; width: min(480px, calc(100% - 24px)); height: min(680px, calc(100% - 24px));
  display: flex; flex-direction: column; pointer-events: auto; overflow: hidden; outline: 0;
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 12px 40px rgb(0 0 0 / 28%);
}
.panel::before { content: ''; flex: none; height: 3px; background: linear-gradient(90deg, var(--red) 50%, var(--green) 0); }
.panel[data-side='left'] { right: auto; left: 12px; }
.panel[data-side='bottom'] { left: 12px; width: auto; height: min(45%, 420px); }
.head { display: flex; align-items: center; gap: 8px; padding: 8px 8px 6px 14px; }
h2 { flex: 1; min-width: 0; margin: 0; font-size: 14px; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
h2 small { margin-inline-start: 6px; font-weight: 400; font-size: 13px; color: var(--soft); }
button, select, input, textarea {
  font: inherit; color: inherit; min-height: 28px; padding: 2px 9px; margin: 0; border: 1px solid var(--control);
  border-radius: 6px; background: var(--raised);
}
textarea { display: block; width: 100%; min-height: 60px; margin-top: 3px; resize: vertical; font: 12px/1.45 var(--mono); }
.own { margin: 6px 0; }
.own .line { margin-top: 6px; }
select { max-width: min(100%, 200px); text-overflow: ellipsis; }
input { min-width: 0; flex: 1; }
input::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; }
button:hover { background: var(--sunken); }
.quiet { border-color: transparent; background: none; color: var(--soft); }
:focus-visible { outline: 2px solid var(--green); outline-offset: 1px; }
.health { display: flex; gap: 6px; width: 100%; padding: 5px 14px; border: 0; border-radius: 0; text-align: start; background: var(--tone-soft); }
.health:hover { background: var(--tone-soft); text-decoration: underline; }
.health strong { flex: none; font-weight: 650; color: var(--tone); }
.health-words { overflow: hidden; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
.health:focus-visible { outline-offset: -2px; }
[data-tone='good'] { --tone: var(--green); --tone-soft: var(--green-soft); }
[data-tone='bad'] { --tone: var(--red); --tone-soft: var(--red-soft); }
[data-tone='waiting'] { --tone: var(--amber); --tone-soft: var(--amber-soft); }
.size { display: none; }
[aria-disabled='true'] { opacity: 0.45; cursor: default; }
.body { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.tabs { display: flex; gap: 2px; padding: 0 10px; border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.tabs button { flex: none; padding: 5px 9px; border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--soft); }
.tabs button[aria-selected='true'] { color: var(--ink); border-bottom-color: var(--green); }
.tabs [data-active]::before { content: '●'; margin-inline-end: 4px; color: var(--red); }
.tabs button:focus-visible { outline-offset: -3px; }
.content { flex: 1; min-height: 0; overflow: auto; padding: 12px 14px; overscroll-behavior: contain; }
.content:focus-visible { outline-offset: -2px; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; }
div.line + div.line { margin-top: 8px; }
p { margin: 0; overflow-wrap: anywhere; }
.note { color: var(--soft); }
p.note, .remedy { margin: 4px 0; }
.warning { color: var(--red); }
.empty { color: var(--soft); padding: 10px 0; }
p:empty:not([role]), span:empty:not([role]) { display: none; }
.said { font-size: 14px; margin-bottom: 8px; }
.list { list-style: none; margin: 4px 0 0; padding: 0; }
.flag { padding: 9px 0; border-top: 1px solid var(--line); }
.list > :first-child { border-top: 0; }
.flag[data-overridden] { background: var(--amber-soft); margin: 0 -14px; padding-inline: 14px; }
.flag[data-overridden] .note { color: var(--ink); }
div.readers + div.line { margin: 3px 0 0; }
.outline {
  position: absolute; outline: 3px solid #b23a26; border-radius: 3px; box-shadow: 0 0 0 5px #fff;
}
.key { flex: 1; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
code, pre { font-family: var(--mono); font-size: 12px; }
.value { color: var(--green); overflow-wrap: anywhere; text-align: end; max-width: 60%; }
[data-overridden] .value { color: var(--amber); font-weight: 700; }
.facts { margin: 0; }
.facts > div { display: grid; grid-template-columns: minmax(90px, 34%) 1fr; gap: 10px; padding: 4px 0; border-top: 1px solid var(--line); }
dt { color: var(--soft); overflow-wrap: anywhere; }
dt small { display: block; font-size: 11px; }
dd { margin: 0; overflow-wrap: anywhere; }
.event { border-top: 1px solid var(--line); }
.opener-row { display: flex; gap: 10px; width: 100%; padding: 7px 0; border: 0; border-radius: 0; background: none; text-align: start; }
.opener-row:hover { background: var(--sunken); }
.time { flex: none; font: 12px/1.6 var(--mono); color: var(--soft); }
.state { color: var(--tone, var(--soft)); max-width: 45%; text-align: end; overflow-wrap: anywhere; }
.details { padding: 0 0 10px; }
h3 { margin: 8px 0 3px; font-size: 12px; font-weight: 600; color: var(--soft); }
pre { margin: 0; padding: 7px 9px; border-radius: 6px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
a, .readers button { color: var(--green); text-decoration: underline; padding: 0; }
.banner {
  display: flex; align-items: center; gap: 6px; padding: 2px 8px; white-space: nowrap; font-size: 12px; font-weight: 600;
  order: 2; margin-top: auto; align-self: start; max-width: 100%; overflow: hidden; background: #7a4a05; color: #fff;
  border: 2px solid #e0b15c; border-width: 2px 2px 0 0; border-radius: 0 8px 0 0;
}
.banner[data-above] { order: 0; margin: 0; align-self: center; border-width: 0 2px 2px; border-radius: 0 0 8px 8px; }
.banner button { pointer-events: auto; }
.banner button { color: #fff; background: #5c3703; border-color: #e0b15c; min-height: 24px; padding: 0 7px; font-weight: 400; }
.banner button:hover { background: #472a02; }
.banner :focus-visible { outline-color: #fff; }
:host([data-recording]) .opener { background: #b3261e; border-color: #f2b8b5; }
:host([data-recording]) .opener::before { height: 12px; clip-path: circle(); }
@media (forced-colors: active) {
  .tabs [aria-selected='false'] { border: 0; }
  [data-tone='bad'], [data-overridden] { border-inline-start: 4px solid; }
  [data-tone='waiting'] { border-inline-start: 4px dotted; }
}
@media (max-width: 600px) {
  .panel, .panel[data-side] { left: 0; right: 0; bottom: 0; width: auto; height: 50%; border-radius: 12px 12px 0 0; border-width: 1px 0 0; }
  .panel[data-size='small'] { height: 30%; }
  .panel[data-size='large'] { height: 90%; }
  .size { display: block; }
  .move { display: none; }
  .tabs { padding: 0 6px; gap: 0; }
  .tabs button { padding-inline: 5px; font-size: 12.5px; }
}
`
