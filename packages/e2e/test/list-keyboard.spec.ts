import { addPushingDevice } from "../src/events.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

// The test blocks a request on purpose, which other tests of a shared context may have cached.
test.use({ expectedErrors: /Failed to load resource/, hasUsualContext: false });

test("SHELL-3 lists support arrow keys, Enter and Escape, showing new rows, and comfortable row height", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const plates = Array.from({ length: 30 }, (_, index) => `OLD${100 + index}`);
  await device.push(...plates.map((plate) => ({ type: "plate", plate })));
  let isReachable = true;
  // Routed before the page opens: Chromium may let requests pass right after routing starts.
  await operator.route("**/assets/why-drawer*", (route) => (isReachable ? route.continue() : route.abort()));
  await operator.goto("/access-control/events?tab=received");
  await waitForLiveUpdates(operator);
  const why = (plate: string) => operator.getByRole("button", { name: `Why? ${plate}` });
  const { keyboard } = operator;

  await why("OLD129").focus();
  await keyboard.press("ArrowUp");
  await expect(why("OLD129")).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await expect(why("OLD127")).toBeFocused();
  // The drawer's code can't be loaded while the server is unreachable: the page stays, and the drawer opens afterwards.
  isReachable = false;
  await keyboard.press("Enter");
  await expect(banner(operator, "The server can't be reached")).toBeVisible();
  await expect(why("OLD127")).toBeVisible();
  isReachable = true;
  await expect(dialog(operator, "Why?")).toContainText("Entry camera");
  await keyboard.press("Escape");
  await expect(why("OLD127")).toBeFocused();

  await why("OLD100").scrollIntoViewIfNeeded();
  await device.push({ type: "plate", plate: "NEW1" });
  await operator.getByRole("button", { name: "1 new" }).press("Enter");
  await expect(why("NEW1")).toBeInViewport();
  await keyboard.press("Tab");
  await expect(operator.getByRole("table", { name: "Events" }).getByRole("button").first()).toBeFocused();

  const row = operator.getByRole("row").filter({ has: why("NEW1") });
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const before = await heightOf();
  await operator.getByRole("button", { name: "Appearance" }).click();
  await operator.getByRole("menuitemcheckbox", { name: "Comfortable rows" }).click();
  await expect.poll(heightOf).toBe(before + 12);
  await operator.reload();
  await expect.poll(heightOf).toBe(before + 12);
});
