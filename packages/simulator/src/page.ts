import { escapeHtml } from "./escape-html.ts";

const style = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5a6675; --ground: #f3f5f8; --card: #fff; --edge: #d7dde5; --accent: #1d5fd1 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf4; --soft: #9aa7b8; --ground: #10151c; --card: #19212b; --edge: #2b3644; --accent: #7fb0ff }
}
* { box-sizing: border-box }
body { margin: 0; padding: 24px; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 1120px; margin: 0 auto }
h1 { margin: 0; font-size: 22px } h2 { margin: 0; font-size: 16px } p { margin: 0; color: var(--soft) }
main { display: grid; gap: 16px; margin-top: 20px; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)) }
article { background: var(--card); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden }
article > div { padding: 12px 16px 16px; display: grid; gap: 8px }
img { display: block; width: 100%; aspect-ratio: 16 / 9; background: #222 }
ul { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none }
li { border: 1px solid var(--edge); border-radius: 999px; padding: 0 10px; font-size: 13px }
button[aria-pressed=true] { background: #c2410c; border-color: #c2410c; color: #fff } button[value=normal][aria-pressed=true] { background: #12805c; border-color: #12805c }
form { display: flex; flex-wrap: wrap; gap: 6px; align-items: center }
input, select, button { font: inherit; font-size: 13px; padding: 4px 10px; border: 1px solid var(--edge); border-radius: 8px; background: transparent; color: inherit }
input { width: 130px } button { cursor: pointer } button:hover { border-color: var(--accent); color: var(--accent) }
details summary { cursor: pointer; color: var(--soft) } details > form { margin-top: 6px }
a { color: var(--accent) } code { font-size: 13px }`;

/** A whole page of a simulated device or of the control; `body` is HTML already. */
export const page = ({ title, note, body, refresh }: { title: string; note: string; body: string; refresh?: number }) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh === undefined ? "" : `<meta http-equiv="refresh" content="${refresh}">`}
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(note)}</p></header>
<main>${body}</main>
</body>
</html>
`;
