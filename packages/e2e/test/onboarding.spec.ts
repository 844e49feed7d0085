import { expectAccessible } from "../src/axe.ts";
import { expect, test } from "../src/device-test.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, choose, dialog, fillIn } from "../src/page-parts.ts";

test("FEED-4 a camera is connected by manufacturer, and assigned to a gate after its first event", async ({
  site,
  operator,
  request,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addGate(site, "North gate");
  await operator.goto("/access-control/anpr-settings");
  await waitForLiveUpdates(operator);
  await operator.getByRole("button", { name: "Add device" }).click();
  await operator.getByRole("menuitem", { name: "Hikvision" }).click();
  const form = dialog(operator, "Add Generic device");
  await expect(form.getByLabel("Manufacturer")).toHaveValue("hikvision");
  await fillIn(form, { Label: "North camera", "IP address": "127.0.0.1", "API port": "1" });
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Device created successfully")).toBeVisible();
  await operator.getByRole("button", { name: /North camera/ }).click();
  const pushing = card(operator, "Event push");
  await expect(pushing.getByText("Waiting for the first event from this camera.")).toBeVisible();
  const guide = pushing.getByRole("region", { name: "Connect Hikvision" });
  await expect(guide).toContainText("HTTP Listening");
  await expect(guide.getByText("?secret=•••")).toBeVisible();
  await expectAccessible(operator, pushing);
  const command = guide.getByText(/^curl /);
  await guide.getByRole("button", { name: "Show the secret" }).last().click();
  const [, secret = "", contentType = "", body = "", url = ""] =
    /^curl -H 'Authorization: Bearer (.+?)' -H 'Content-Type: (.+?)' -d '(.+)' '(.+)'$/.exec(
      (await command.textContent()) ?? "",
    ) ?? [];
  const pushed = await request.post(url, {
    headers: { authorization: `Bearer ${secret}`, "content-type": contentType },
    data: body,
  });
  expect(pushed.status()).toBe(200);
  await expect(pushing.getByRole("status")).toContainText("Understood as Hikvision ANPR: Plate TEST123");
  await expect(pushing.getByRole("definition").filter({ hasText: "TEST123" })).toBeVisible();
  await expect(pushing.getByRole("definition").filter({ hasText: "not sent" }).first()).toBeVisible();
  const cameras = card(operator, "Cameras");
  await cameras.getByRole("button", { name: "Add 1" }).click();
  const camera = dialog(operator, "Save camera");
  await fillIn(camera, { Name: "North camera" });
  await choose(camera, "Gate", "North gate");
  await camera.getByRole("button", { name: "Save" }).click();
  await expect(camera).toBeHidden();
  const gates = await site.call("GET /gates", {});
  expect(gates).toMatchObject([{ name: "North gate", cameras: [{ name: "North camera" }] }]);
});
