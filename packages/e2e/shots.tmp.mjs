import { chromium } from "@playwright/test";

const b = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--headless"] });
const base = "http://127.0.0.1:18555";
const pages = JSON.parse(process.argv[2]);
async function go(width, height, scheme) {
  const ctx = await b.newContext({ viewport: { width, height }, colorScheme: scheme, baseURL: base });
  const p = await ctx.newPage();
  await p.goto("/");
  await p.getByLabel("Username").fill("admin");
  await p.locator("input[type=password]").fill("demo-gatehouse");
  await p.getByRole("button", { name: /sign in|log ?in/i }).click();
  await p.waitForTimeout(2500);
  for (const [name, path, click] of pages) {
    await p.goto(path);
    await p.waitForTimeout(2500);
    if (click) {
      try {
        await p
          .getByRole("button", { name: new RegExp(click) })
          .first()
          .click({ timeout: 4000 });
        await p.waitForTimeout(2000);
      } catch (e) {
        console.log(name, e.message.slice(0, 200));
      }
    }
    await p.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png` });
  }
  await ctx.close();
}
for (const v of JSON.parse(process.argv[3])) await go(...v);
await b.close();
