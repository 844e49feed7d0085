import { addGrid, addIndicator } from "../src/hardware.ts";
import { banner, choose, control, openDialog, openRecord } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { addConstant } from "../src/variables.ts";

test("LIVE-9 a sign of RFID access control gets its community string and is assigned to a gate", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL");
  await addGrid(site, { scope: "rfid-ac" });
  await addIndicator(site, "12", "Lamp");
  const { id: variableId } = await addConstant(site, "rfid-ac", "Free", 3);
  await site.call("POST /displays/multimedia", {
    body: {
      uid: "13",
      name: "Screen",
      scope: "rfid-ac",
      templateId: 1,
      variables: [{ templateKey: "free", variableId }],
    },
  });

  await test.step("the community string belongs to the SNMP driver and is never shown again", async () => {
    await operator.goto("/access-control/rfidos/settings");
    const form = await openRecord(operator, "#11 Entry sign", "Edit grid display");
    await expect(control(form, "Driver")).toHaveValue("tcp-text");
    await expect(form.getByLabel("Community string", { exact: true })).toBeHidden();
    await control(form, "Driver").fill("ntcip");
    await operator.getByRole("option", { name: "ntcip-1203", exact: true }).click();
    await form.getByLabel("Community string", { exact: true }).fill("lakeview");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    await expect(form).toBeHidden();
    const again = await openRecord(operator, "#11 Entry sign", "Edit grid display");
    await expect(again.getByLabel("Community string", { exact: true })).toHaveValue("");
  });

  await test.step("gates offer the signs and lamps of both kinds of access control, but no screens", async () => {
    await operator.goto("/access-control/gates-and-actuators");
    const form = await openDialog(operator, "Add gate");
    await control(form, "Name").fill("Main entry");
    await control(form, "Type").selectOption("Entry");
    await choose(form, "Displays", "#11 Entry sign");
    await expect(operator.getByRole("option", { name: "#12 Lamp" })).toBeVisible();
    await expect(operator.getByRole("option", { name: "#13 Screen" })).toBeHidden();
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const [gate] = await site.call("GET /gates", {});
    expect(gate?.displays).toMatchObject([{ name: "Entry sign" }]);
  });
});
