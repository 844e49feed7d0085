import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, control, fillIn } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const readerPage = "/access-control/rfidos/settings";

test.beforeEach(({ site }) => site.switchOn("LOOP_DETECTOR", "RFID_ACCESS_CONTROL"));

test.describe("READER-2 the RFID server's settings", () => {
  test("READER-2 keep the input while a colleague saves", async ({ site, operator }) => {
    await operator.goto(readerPage);
    await waitForLiveUpdates(operator);
    const settings = card(operator, "RFID Server Settings");
    await fillIn(settings, { Driver: "llrp" });
    const seen = operator.waitForResponse("**/api/configs/pzapp-rfid-server-details");
    await site.call("PUT /configs/pzapp-rfid-server-details", { body: { port: 7000, drv: "other" } });
    await seen;
    await expect(control(settings, "Driver")).toHaveValue("llrp");
  });

  test("READER-2 do not overwrite what a colleague saved unnoticed", async ({ site, operator }) => {
    await operator.goto(readerPage);
    await expect(operator.getByText("Connected", { exact: true })).toBeVisible();
    const settings = card(operator, "RFID Server Settings");
    await fillIn(settings, { Port: "7100", Driver: "llrp" });
    const seen = operator.waitForResponse("**/api/configs/pzapp-rfid-server-details");
    await site.call("PUT /configs/pzapp-rfid-server-details", { body: { port: 7000, drv: "other" } });
    await seen;
    await settings.getByRole("button", { name: "Save" }).click();
    const notice = settings.getByRole("alert").filter({ hasText: "Changed by someone else" });
    await expect(notice).toContainText("7000");
    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(control(settings, "Port")).toHaveValue("7000");
    await expect(notice).toBeHidden();
    await fillIn(settings, { Port: "7200" });
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    const stored = await site.call("GET /configs/pzapp-rfid-server-details", {});
    expect(stored).toEqual({ port: 7200, drv: "other", version: 2 });
  });
});
