import { escapeHtml } from "./escape-html.ts";

const baseStyle = `
:root { color-scheme: light dark; --ink: #16202a; --soft: #566472; --ground: #eef1f4; --card: #fff; --edge: #d5dce3; --accent: #0b6b6f; --on-accent: #fff; --good: #12805c; --bad: #c2410c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ecf2; --soft: #98a6b4; --ground: #0e1318; --card: #171e26; --edge: #2a3542; --accent: #4fc3c7; --on-accent: #06282a; --good: #3ecf9a; --bad: #ff8a5c }
}
* { box-sizing: border-box }
body { margin: 0; padding: 24px; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif }
header, main { max-width: 1440px; margin: 0 auto }
h1 { margin: 0; font-size: 20px } h2 { margin: 0; font-size: 16px } h3 { margin: 0; font-size: 13px } p { margin: 0; color: var(--soft) }
small { font-size: 12px; font-weight: 400; color: var(--soft) }
main.cards, .cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)) }
main { margin-top: 20px }
article { background: var(--card); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden }
article > div { padding: 12px 16px 16px; display: grid; gap: 10px; align-content: start }
img { display: block; width: 100%; aspect-ratio: 16 / 9; background: #222 }
ul { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none }
li { border: 1px solid var(--edge); border-radius: 999px; padding: 0 10px; font-size: 13px }
form { display: flex; flex-wrap: wrap; gap: 6px; align-items: center }
input, select, button { font: inherit; font-size: 13px; min-height: 30px; padding: 3px 10px; border: 1px solid var(--edge); border-radius: 8px; background: transparent; color: inherit }
select { background: var(--card) } input { width: 130px } input[type=number] { width: 74px } button { cursor: pointer }
button:hover { border-color: var(--accent); color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button.act { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
button.act:hover { filter: brightness(1.08); color: var(--on-accent) }
button[aria-pressed=true] { background: var(--bad); border-color: var(--bad); color: var(--card) }
button[value=normal][aria-pressed=true] { background: var(--good); border-color: var(--good); color: var(--card) }
details summary { cursor: pointer; color: var(--soft) } details > form { margin-top: 6px }
a { color: var(--accent) } code { font-size: 12px } pre { margin: 0; overflow: auto; max-height: 240px; font-size: 12px }`;

interface PageParts {
  title: string;
  subtitle: string;
  /** HTML next to the title. */
  aside?: string;
  body: string;
  refreshSeconds?: number;
  style?: string;
  script?: string;
}

/** Renders a page of a device or of the control. */
export const renderPage = ({ title, subtitle, aside = "", body, refreshSeconds, style = "", script = "" }: PageParts) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${escapeHtml(title)}</title>
<style>${baseStyle}${style}</style>
</head>
<body>
<header><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p></div>${aside}</header>
<main${script === "" ? ' class="cards"' : ""}>${body}</main>
${script === "" ? "" : `<script>${script}</script>`}
</body>
</html>
`;
