import { execFileSync } from "node:child_process";
import { expectAccessible } from "../src/axe.ts";
import { expect, test } from "../src/device-test.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, choose, dialog, fillIn } from "../src/page-parts.ts";

/** What curl gets when the command is pasted into a shell, which removes the quotes; curl need not be installed. */
function runCurl(command: string): { url: string; headers: Record<string, string>; body: string } {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  const args = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  const valuesOf = (option: string) => args.filter((_, index) => args[index - 1] === option);
  const headers = valuesOf("-H").map((header) => header.split(": ") as [string, string]);
  return { url: args.at(-1) ?? "", headers: Object.fromEntries(headers), body: valuesOf("-d").join() };
}

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
  for (const name of ["Dahua (Dahua ITSAPI)", "AXIS", "ONVIF, Bosch, Hanwha", "Plate Recognizer"])
    await expect(operator.getByRole("menuitem", { name, exact: true })).toBeVisible();
  await operator.getByRole("menuitem", { name: "Hikvision" }).click();
  const form = dialog(operator, "Add Hikvision device");
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
  const pasted = runCurl((await command.textContent()) ?? "");
  const pushed = await request.post(pasted.url, { headers: pasted.headers, data: pasted.body });
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
