import { addReader } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { addConstant, correctVariable, drawer, findVariable, variablePages } from "../src/variables.ts";
import { expectApart } from "../src/widths.ts";

const epld = variablePages.epld;
const rfid = variablePages["rfid-ac"];

const resetQuestion = "Are you sure you want to reset the variable values?";

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

test("VAR-2 VAR-10 publishing needs a URL and marked variables; a row shows pending delivery", async ({
  site,
  operator,
}) => {
  const capacity = await addConstant(site, "epld", "Capacity", 100);
  await operator.goto(epld);
  await waitForLiveUpdates(operator);
  const publish = operator.getByRole("button", { name: "Publish Variables to Cloud" });
  await publish.click();
  await expect(banner(operator, "No cloud address")).toBeVisible();
  await site.configure("cloudUrl", "http://127.0.0.1:9/variables");
  await publish.click();
  await expect(banner(operator, "No variables to publish")).toBeVisible();
  await site.call("PUT /variables/{id}", {
    params: { id: capacity.id },
    body: { type: "constant", scope: "epld", name: "Capacity", value: 100, publish: true },
  });
  await expect(operator.getByRole("img", { name: "Published to cloud, not delivered yet" })).toBeVisible();
  await publish.click();
  await expect(banner(operator, "Publishing variables to the cloud")).toContainText("1 variable");
  await expect(operator.getByRole("img", { name: "Published to cloud, waiting for delivery" })).toBeVisible();
  await operator.getByRole("button", { name: "Refresh Variable Values" }).click();
  const floating = operator.getByRole("toolbar", { name: "All variables" });
  await expectApart(banner(operator, "Variable values refreshed"), floating);
  await operator.setViewportSize({ width: 390, height: 844 });
  await operator.getByRole("button", { name: "Refresh Variable Values" }).click();
  await expectApart(banner(operator, "Variable values refreshed"), floating);
});

test("VAR-2 a reset needs a confirmation with its effects, and is recorded as a correction", async ({
  site,
  operator,
}) => {
  await addReader(site, "Main", "N");
  await correctVariable(site, await findVariable(site, "rfid-ac", "Main Entry"), 12, "Counted");
  await addConstant(site, "rfid-ac", "Capacity", 100);
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "Base Variables" }).click();
  await operator.getByRole("button", { name: "Reset variables" }).click();
  const confirmation = dialog(operator, "Please confirm");
  await expect(confirmation.getByText(resetQuestion, { exact: true })).toBeVisible();
  await expect(confirmation).toContainText("Every count goes back to 0.");
  await answerConfirmation(operator, resetQuestion, "No");
  await operator.getByRole("button", { name: "Reset variables" }).click();
  await answerConfirmation(operator, resetQuestion, "Yes");
  await expect(banner(operator, "Variables reset")).toBeVisible();
  await operator.getByRole("button", { name: "0: what is behind Main Entry" }).click();
  await expect(drawer(operator).getByRole("listitem").first()).toContainText("admin: Reset−12");
  await expect(operator.getByRole("button", { name: "100: what is behind Capacity" })).toBeAttached();
});
