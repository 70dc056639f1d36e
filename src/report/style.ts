/** The only style of a report; its hash is in the page's policy. */
export const style = `
:root { color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --shade: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --warn: #9a6700; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --line: #30363d; --shade: #161b22;
  --good: #4ac26b; --bad: #ff7b72; --warn: #d4a72c; --mark: #4d3d00; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; font-weight: 600; margin: 1.5rem 0 .4rem; } summary h3 { display: inline; margin: 0; }
h4 { font-size: .8rem; margin: 1.25rem 0 .4rem; color: var(--soft); text-transform: uppercase; letter-spacing: .04em; }
h5 { font-size: .95rem; margin: 0; }
h6 { font-size: .8rem; margin: .6rem 0 .2rem; color: var(--soft); font-weight: 600; }
p { margin: .3rem 0; } a { color: inherit; }
.soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 0; }
.figures div { border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; background: var(--shade); }
.figures dt { color: var(--soft); font-size: .8rem; }
.figures dd { margin: 0; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures dd small { display: block; font-size: .8rem; font-weight: 400; color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
pre { margin: 0; padding: .6rem .8rem; background: var(--shade); border: 1px solid var(--line); border-radius: 6px;
  font: 12.5px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, monospace; }
mark { background: var(--mark); color: inherit; border-radius: 2px; } sup { color: var(--bad); font-weight: 600; }
details.event { border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 6px; margin: .5rem 0; }
details.event.bad-edge { border-left-color: var(--bad); } details.event.warn-edge { border-left-color: var(--warn); }
details.event.good-edge { border-left-color: var(--good); }
summary { cursor: pointer; padding: .5rem .8rem; } summary:focus-visible { outline: 2px solid var(--soft); }
summary .line { display: inline-flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; max-width: calc(100% - 1.5rem); }
.inside { padding: 0 .9rem 1rem; border-top: 1px solid var(--line); }
.outcome { font-weight: 600; }
.hook { border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .5rem 0; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 0 1rem; }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .6rem; }
.lanes section { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem; }
.lanes pre { margin-top: .25rem; } ul, ol { margin: .3rem 0; padding-left: 1.3rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; } pre { font-size: 8.5pt; }
  .hook, .lanes section, .figures div, tr { break-inside: avoid-page; }
  h2, h3, h4, h5, summary { break-after: avoid-page; }
  details::details-content { content-visibility: visible; block-size: auto; }
  a { text-decoration: none; }
}
`;
