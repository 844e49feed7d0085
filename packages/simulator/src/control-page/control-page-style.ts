/** Style of the control page, in addition to the style of every page. */
export const controlPageStyle = `
:root { --sky-high: #a9cbe6; --sky-low: #e6f0f6; --hill: #9fb7a5; --road: #59636e; --mark: #e8e2c8; --metal: #5d6874 }
@media (prefers-color-scheme: dark) { :root { --sky-high: #0b1220; --sky-low: #1c2a40; --hill: #16212b; --road: #2a323b; --mark: #8d8258; --metal: #7b8896 } }
header { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: end; justify-content: space-between; position: sticky; top: 0; z-index: 2; max-width: none; margin: -24px -24px 0; padding: 16px 24px 14px; background: color-mix(in srgb, var(--ground) 88%, transparent); backdrop-filter: blur(8px); border-bottom: 1px solid var(--edge) }
main { display: grid; gap: 28px } section { display: grid; gap: 12px; min-width: 0 } .part { font-size: 13px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft) }
.scenario { display: grid; gap: 6px; justify-items: start } .scenarios button { min-height: 36px; padding: 4px 16px; font-weight: 600 }
.speeds button { min-height: 28px; padding: 1px 10px }
.scenarios button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.scenarios button[value=none][aria-pressed=true] { background: transparent; border-color: var(--edge); color: var(--soft) }
.dot { display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%; background: var(--bad) } .dot[data-state=on] { background: var(--good) }
[data-online=false] header::after { content: "The simulated site doesn't respond."; color: var(--bad); font-weight: 600 }
.top { display: grid; gap: 28px 20px; grid-template-columns: minmax(0, 1fr) } .gates { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)) }
.gate > .view { position: relative; display: block; padding: 0; background: linear-gradient(var(--sky-high), var(--sky-low) 70%) }
.scene { display: block; width: 100% } .hills { fill: var(--hill) } .road { fill: var(--road) } .mark { stroke: var(--mark); stroke-width: 3; stroke-dasharray: 26 20; opacity: .8 } .metal { fill: var(--metal) }
.beam { fill: #ffe9a8; opacity: 0 } .eye { fill: #5d6874 } .camera[data-state=waiting] .beam { opacity: .22 } .camera[data-state=waiting] .eye { fill: #ff5a4f }
.arm { transform-origin: 417px 136.5px; transform-box: view-box } .arm[data-state=up] { transform: rotate(76deg) }
.lamp { fill: #2a3038 } .lamp.red[data-state=on] { fill: #ff4d43; filter: drop-shadow(0 0 7px #ff4d43) } .lamp.green[data-state=on] { fill: #35e08a; filter: drop-shadow(0 0 7px #35e08a) }
.buzzer { fill: #22262c } .wave { fill: none; stroke: #f0b429; stroke-width: 3; stroke-linecap: round; opacity: 0 } .buzzer[data-state=on] .wave { opacity: 1 }
@media (prefers-color-scheme: dark) { .buzzer { fill: #8a96a3 } }
.car { transform: translateX(-200px); opacity: 0 } .car:is([data-state=arriving], [data-state=waiting]) { transform: translateX(34px); opacity: 1 } .car[data-state=passing] { transform: translateX(560px); opacity: 1 } .car[data-state=turning] { transform: translateX(-200px); opacity: 1 }
@media (prefers-reduced-motion: no-preference) {
  .arm { transition: transform .8s cubic-bezier(.4, 0, .3, 1) } .beam { transition: opacity .2s }
  .car[data-state=arriving] { transition: transform 1.1s ease-out } .car[data-state=passing] { transition: transform 1.4s .35s ease-in } .car[data-state=turning] { transition: transform 1.3s ease-in }
}
.gantry { position: absolute; top: 5%; left: 27%; width: 44%; padding: 5px; border-radius: 6px; background: #22282f; box-shadow: 0 3px 10px rgb(0 0 0 / .35) }
.waiting { position: absolute; left: 12px; bottom: 10px; padding: 1px 9px; border-radius: 999px; background: rgb(0 0 0 / .6); color: #fff; font-size: 12px } .waiting:empty { display: none }
.sign { display: block; width: 100% } .lit { fill: none; stroke: #ffb020; stroke-width: .82; stroke-linecap: round; filter: drop-shadow(0 0 .6px #ff9800) } .glyphs { fill: #ffb020; font: 8px ui-monospace, monospace }
.panel { padding: 6px; border-radius: 8px; background: #22282f } .board .panel { max-width: 460px }
.gate select[name=feed] { width: 118px } .choices { gap: 4px } .choices button { min-height: 28px; padding: 1px 9px }
.relays { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 4px 12px } .relays li { display: flex; gap: 8px; align-items: center; padding: 0; border: 0 } .relays b { display: inline-grid; place-items: center; width: 24px; height: 24px; border: 1px solid var(--edge); border-radius: 6px; font-size: 12px }
.relays [data-state=on] b { background: #ffb020; border-color: #ffb020; color: #261800; box-shadow: 0 0 10px #ffb02099 }
.log { margin: 6px 0 0; padding: 0; list-style: none; font-size: 12px } .log li { padding: 1px 0; border: 0; border-radius: 0 } time { color: var(--soft); font-variant-numeric: tabular-nums } em { font-style: normal; color: var(--bad) }
.activity { display: grid } .activity > article { position: relative; min-height: 300px } .entries { position: absolute; inset: 0; margin: 0; padding: 4px 16px; list-style: none; overflow: auto } .entries li { display: grid; grid-template-columns: 58px 8px 1fr auto; gap: 10px; align-items: baseline; padding: 4px 0; border: 0; border-radius: 0; border-bottom: 1px solid var(--edge) } .entries li:last-child { border: 0 } .entries:empty::before { content: "No activity yet. Send a car to a gate."; color: var(--soft); line-height: 3 }
.entries i { width: 8px; height: 8px; border-radius: 50%; background: var(--accent) } .entries :is(.relay, .sign) i { background: #f0a020 } .entries b { font-size: 13px } .good { color: var(--good) } .bad { color: var(--bad) }
.decks { display: grid; gap: 14px 24px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)) } .deck { display: grid; gap: 6px; align-content: start } .bays { display: flex; flex-wrap: wrap; gap: 4px }
.light { display: inline-block; width: 14px; height: 14px; margin-right: 7px; vertical-align: -2px; border: 2px solid #14181d; border-radius: 50%; background: #2a3038 } .light[data-state=on] { background: #35e08a; box-shadow: 0 0 8px #35e08a }
.bay { position: relative; width: 44px; height: 62px; padding: 0; border: 2px solid var(--edge); border-bottom: 0; border-radius: 4px 4px 0 0; display: grid; align-items: end; justify-items: center; font-size: 11px } .bay span { position: relative; z-index: 1; padding-bottom: 1px }
.bay::before { content: ""; position: absolute; inset: 5px 8px 16px; border-radius: 9px; background: linear-gradient(transparent 18%, rgb(255 255 255 / .55) 18% 36%, transparent 36% 78%, rgb(255 255 255 / .35) 78% 88%, transparent 88%), var(--accent); opacity: 0 } .bay[data-state=occupied]::before { opacity: 1 }
@media (prefers-reduced-motion: no-preference) { .bay::before { transform: translateY(10px); transition: opacity .15s, transform .15s } .bay[data-state=occupied]::before { transform: none } }
.label { min-width: 76px; color: var(--soft); font-size: 13px } .addresses { display: flex; flex-wrap: wrap; gap: 2px 10px; font-size: 12px }
[role=alert] { position: fixed; left: 50%; bottom: 24px; transform: translateX(-50%); max-width: 90vw; padding: 10px 18px; border-radius: 10px; background: #7a1f12; color: #fff; box-shadow: 0 8px 30px rgb(0 0 0 / .4) } [role=alert]:empty { display: none }
@media (max-width: 560px) { body { padding: 12px } header { position: static; margin: -12px -12px 0; padding: 12px } }
@media (min-width: 1240px) { .top { grid-template-columns: minmax(0, 1fr) 380px } .top > section { grid-template-rows: auto 1fr } }
@media (min-width: 1000px) { .cards > .wide { grid-column: span 2 } }
`;
