import { expect, test } from "../src/test.ts";

test("a test finds nothing that an earlier test stored in the browser", async ({
  site,
  sharedContexts,
  hasUsualContext,
}) => {
  expect(hasUsualContext).toBe(true);
  const first = await sharedContexts[1].open();
  const page = await first.context.newPage();
  await page.goto(`${site.address}/config.json`);
  await page.evaluate(() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    // biome-ignore lint/suspicious/noDocumentCookie: the API of cookies exists on secure pages only.
    document.cookie = "left=behind";
  });
  await first.close();

  const second = await sharedContexts[1].open();
  expect(second.context).toBe(first.context);
  expect(second.pages()).toEqual([]);
  const next = await second.context.newPage();
  await next.goto(`${site.address}/config.json`);
  const found = await next.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  expect(found).toEqual([0, 0, ""]);
  await second.close();
});

test("a context with a changed clock is not used again", async ({ sharedContexts }) => {
  const first = await sharedContexts[1].open();
  const page = await first.context.newPage();
  await page.clock.install();
  await first.close();
  const second = await sharedContexts[1].open();
  expect(second.context).not.toBe(first.context);
  await second.close();
});
