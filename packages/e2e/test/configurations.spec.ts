import type { ConfigValue, DataType } from "@gatehouse/contract/entities/config/config-value";
import type { ConfigScope } from "@gatehouse/contract/fields/config-scope";
import { moduleKinds } from "@gatehouse/contract/modules/module-kind";
import type { Page } from "@playwright/test";
import { banner, dialog, field } from "../src/screen.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const newConfig = "the new configuration";
const configsCall = "**/api/configs/*";

const typeOf = (page: Page, key: string) => page.getByRole("combobox", { name: `Data type of ${key}`, exact: true });
const valueField = (page: Page, key: string) => field(page, `Value of ${key}`);
const switchOf = (page: Page, key: string) => page.getByRole("switch", { name: `Value of ${key}`, exact: true });
const saveOf = (page: Page, key: string) => page.getByRole("button", { name: `Save ${key}`, exact: true });
const deleteOf = (page: Page, key: string) => page.getByRole("button", { name: `Delete ${key}`, exact: true });

async function addByHand(page: Page, key: string, value: string): Promise<void> {
  await field(page, `Key of ${newConfig}`).fill(key);
  await field(page, `Value of ${newConfig}`).fill(value);
  await saveOf(page, newConfig).click();
}

const add = ({ call }: Site, key: string, dataType: DataType, value: ConfigValue, scope: ConfigScope = "global") =>
  call("POST /configs", { body: { scope, key, dataType, value } });

async function stored({ call }: Site, key: string, scope: ConfigScope = "global") {
  const configs = await call("GET /configs/{scope}", { params: { scope } });
  const { dataType, value } = configs.find((config) => config.key === key) ?? {};
  return { dataType, value };
}

test.describe("CFG-1 the pages", () => {
  const pages: readonly [path: string, scope: ConfigScope][] = [
    ["/configurations", "global"],
    ["/overspeed-detection", "overspeed"],
    ["/epld", "epld"],
    ["/camera-counting", "cc"],
    ["/loop-detector", "loop"],
    ["/access-control", "anpr-ac"],
    ["/access-control?tab=rfid", "rfid-ac"],
  ];
  for (const [path, scope] of pages) {
    test(`CFG-1 ${path} lists the configurations of ${scope}`, async ({ site, operator }) => {
      await site.switchOn(...moduleKinds);
      await add(site, "ownKey", "STRING", "here", scope);
      await operator.goto(path);
      await expect(valueField(operator, "ownKey")).toHaveValue("here");
    });

    test(`CFG-1 CFG-2 ${path} adds to ${scope}`, async ({ site, operator }) => {
      await site.switchOn(...moduleKinds);
      await operator.goto(path);
      await addByHand(operator, "added", "by hand");
      await expect(banner(operator, "Successfully saved config")).toBeVisible();
      expect(await stored(site, "added", scope)).toEqual({ dataType: "STRING", value: "by hand" });
    });
  }

  test("CFG-1 a page shows nothing of another scope", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await add(site, "elsewhere", "STRING", "x", "cc");
    await operator.goto("/epld");
    await expect(operator.getByText("No configurations yet")).toBeVisible();
  });

  test("CFG-1 /access-control has the Vision configurations", async ({ site, operator }) => {
    await site.switchOn("ANPR_ACCESS_CONTROL");
    await operator.goto("/access-control");
    await expect(operator.getByText("Vision Access Control Configurations", { exact: true })).toBeVisible();
  });

  for (const rfidOnly of ["RFID Access Control Configurations", "Vehicle Types"]) {
    test(`CFG-1 /access-control has "${rfidOnly}" while RFID is active`, async ({ site, operator }) => {
      await site.switchOn("RFID_ACCESS_CONTROL");
      await operator.goto("/access-control");
      await expect(operator.getByText(rfidOnly, { exact: true })).toBeVisible();
    });

    test(`CFG-1 /access-control has no "${rfidOnly}" while RFID is not active`, async ({ site, operator }) => {
      await site.switchOn("ANPR_ACCESS_CONTROL");
      await operator.goto("/access-control");
      await expect(operator.getByText("Vision Access Control Configurations", { exact: true })).toBeVisible();
      await expect(operator.getByText(rfidOnly, { exact: true })).toBeHidden();
    });
  }
});

test.describe("CFG-2 rows", () => {
  test("CFG-2 a row has key, data type and value", async ({ site, operator }) => {
    await add(site, "queueLimit", "NUMBER", 40);
    await operator.goto("/configurations");
    await expect(field(operator, "Key of queueLimit")).toHaveValue("queueLimit");
    await expect(typeOf(operator, "queueLimit")).toHaveValue("NUMBER");
    await expect(valueField(operator, "queueLimit")).toHaveValue("40");
  });

  test("CFG-2 the data types are STRING, BOOLEAN and NUMBER", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(typeOf(operator, newConfig).getByRole("option")).toHaveText(["STRING", "BOOLEAN", "NUMBER"]);
  });

  const typed: readonly [type: DataType, value: string, stored: ConfigValue][] = [
    ["STRING", "5", "5"],
    ["NUMBER", "5.5", 5.5],
    ["NUMBER", "-3", -3],
  ];
  for (const [type, value, kept] of typed) {
    test(`CFG-2 a ${type} typed as "${value}" is stored as ${JSON.stringify(kept)}`, async ({ site, operator }) => {
      await operator.goto("/configurations");
      await typeOf(operator, newConfig).selectOption(type);
      await addByHand(operator, "typed", value);
      await expect(banner(operator, "Successfully saved config")).toBeVisible();
      expect(await stored(site, "typed")).toEqual({ dataType: type, value: kept });
    });
  }

  test("CFG-2 a BOOLEAN is a switch and stored as one", async ({ site, operator }) => {
    await operator.goto("/configurations");
    await field(operator, `Key of ${newConfig}`).fill("isOpen");
    await typeOf(operator, newConfig).selectOption("BOOLEAN");
    await switchOf(operator, newConfig).press("Space");
    await saveOf(operator, newConfig).click();
    await expect(banner(operator, "Successfully saved config")).toBeVisible();
    expect(await stored(site, "isOpen")).toEqual({ dataType: "BOOLEAN", value: true });
  });

  const empty: readonly [key: string, value: string, at: string][] = [
    ["", "value", "Key"],
    ["   ", "value", "Key"],
    ["key", "", "Value"],
    ["key", "   ", "Value"],
  ];
  for (const [key, value, at] of empty) {
    test(`CFG-2 key "${key}" with value "${value}" says Required at ${at}`, async ({ operator }) => {
      await operator.goto("/configurations");
      await addByHand(operator, key, value);
      await expect(field(operator, `${at} of ${newConfig}`)).toHaveAccessibleDescription("Required");
    });
  }

  test("CFG-2 a NUMBER that is none is refused at its field", async ({ operator }) => {
    await operator.goto("/configurations");
    await typeOf(operator, newConfig).selectOption("NUMBER");
    await addByHand(operator, "typed", "many");
    await expect(field(operator, `Value of ${newConfig}`)).toHaveAccessibleDescription("Must be a number");
  });

  test("CFG-2 the first faulty field takes the focus", async ({ operator }) => {
    await operator.goto("/configurations");
    await addByHand(operator, "key", "");
    await operator.goto("/configurations");
    await addByHand(operator, "", "value");
    await expect(field(operator, `Key of ${newConfig}`)).toBeFocused();
  });

  test("CFG-2 Enter saves the row", async ({ operator }) => {
    await operator.goto("/configurations");
    await field(operator, `Key of ${newConfig}`).fill("entered");
    await field(operator, `Value of ${newConfig}`).fill("yes");
    await field(operator, `Value of ${newConfig}`).press("Enter");
    await expect(valueField(operator, "entered")).toHaveValue("yes");
  });

  test("CFG-2 the row that adds is empty again after a save", async ({ operator }) => {
    await operator.goto("/configurations");
    await addByHand(operator, "first", "1");
    await expect(valueField(operator, "first")).toBeVisible();
    await expect(field(operator, `Key of ${newConfig}`)).toHaveValue("");
    await expect(field(operator, `Value of ${newConfig}`)).toHaveValue("");
  });

  test("CFG-2 a key that exists already is refused at its field", async ({ site, operator }) => {
    await add(site, "taken", "STRING", "x");
    await operator.goto("/configurations");
    await addByHand(operator, "taken", "y");
    await expect(field(operator, `Key of ${newConfig}`)).toHaveAccessibleDescription(/already exists in this scope/);
  });
});

test.describe("CFG-3 changing the type", () => {
  const texts: readonly [from: DataType, before: ConfigValue, to: DataType, after: string][] = [
    ["STRING", "12", "NUMBER", "12"],
    ["STRING", "1.5", "NUMBER", "1.5"],
    ["STRING", "twelve", "NUMBER", "0"],
    ["NUMBER", 7, "STRING", "7"],
    ["BOOLEAN", true, "STRING", "true"],
    ["BOOLEAN", false, "NUMBER", "0"],
  ];
  test("CFG-3 a text, a number and a flag become each other", async ({ site, operator }) => {
    for (const [row, [from, before]] of texts.entries()) await add(site, `changing${row}`, from, before);
    await operator.goto("/configurations");
    for (const [row, [from, before, to, after]] of texts.entries()) {
      await test.step(`${from} ${before} becomes ${to} "${after}"`, async () => {
        await typeOf(operator, `changing${row}`).selectOption(to);
        await expect(valueField(operator, `changing${row}`)).toHaveValue(after);
      });
    }
  });

  const flags: readonly [from: DataType, before: ConfigValue][] = [
    ["STRING", "true"],
    ["NUMBER", 1],
  ];
  for (const [from, before] of flags) {
    test(`CFG-3 ${from} ${before} becomes BOOLEAN false`, async ({ site, operator }) => {
      await add(site, "changing", from, before);
      await operator.goto("/configurations");
      await typeOf(operator, "changing").selectOption("BOOLEAN");
      await expect(switchOf(operator, "changing")).not.toBeChecked();
    });
  }

  test("CFG-3 the new type is stored with its value", async ({ site, operator }) => {
    await add(site, "changing", "STRING", "12");
    await operator.goto("/configurations");
    await typeOf(operator, "changing").selectOption("NUMBER");
    await saveOf(operator, "changing").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await stored(site, "changing")).toEqual({ dataType: "NUMBER", value: 12 });
  });
});

test.describe("CFG-3 Save", () => {
  test.beforeEach(async ({ site, operator }) => {
    await add(site, "phone", "STRING", "123");
    await operator.goto("/configurations");
    await expect(valueField(operator, "phone")).toBeVisible();
  });

  test("CFG-3 is disabled until something changed", async ({ operator }) => {
    await expect(saveOf(operator, "phone")).toBeDisabled();
  });

  test("CFG-3 is disabled in the row that adds until something is entered", async ({ operator }) => {
    await expect(saveOf(operator, newConfig)).toBeDisabled();
  });

  test("CFG-3 is enabled by a changed value", async ({ operator }) => {
    await valueField(operator, "phone").fill("456");
    await expect(saveOf(operator, "phone")).toBeEnabled();
  });

  test("CFG-3 is enabled by a changed key", async ({ operator }) => {
    await field(operator, "Key of phone").fill("telephone");
    await expect(saveOf(operator, "phone")).toBeEnabled();
  });

  test("CFG-3 is enabled by a changed type", async ({ operator }) => {
    await typeOf(operator, "phone").selectOption("NUMBER");
    await expect(saveOf(operator, "phone")).toBeEnabled();
  });

  test("CFG-3 is disabled again when the change is taken back", async ({ operator }) => {
    await valueField(operator, "phone").fill("456");
    await valueField(operator, "phone").fill("123");
    await expect(saveOf(operator, "phone")).toBeDisabled();
  });

  test("CFG-3 is disabled again after saving", async ({ operator }) => {
    await valueField(operator, "phone").fill("456");
    await saveOf(operator, "phone").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    await expect(saveOf(operator, "phone")).toBeDisabled();
  });

  test("CFG-3 CFG-4 stores a changed key under the same configuration", async ({ site, operator }) => {
    await field(operator, "Key of phone").fill("telephone");
    await saveOf(operator, "phone").click();
    await expect(valueField(operator, "telephone")).toHaveValue("123");
    expect(await stored(site, "phone")).toEqual({ dataType: undefined, value: undefined });
  });
});

test.describe("CFG-3 CFG-6 required configurations", () => {
  const keys = ["siteName", "timeZone", "retentionDays", "healthProbeSeconds", "cloudUrl"];
  test.beforeEach(async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(valueField(operator, "siteName")).toBeVisible();
  });

  test("CFG-3 each has a locked key, a locked type and no delete", async ({ operator }) => {
    for (const key of keys) {
      await test.step(key, async () => {
        await expect(valueField(operator, key)).toBeVisible();
        await expect(field(operator, `Key of ${key}`)).toBeHidden();
        await expect(typeOf(operator, key)).toBeHidden();
        await expect(deleteOf(operator, key)).toBeHidden();
      });
    }
  });

  test("CFG-6 they are described on screen", async ({ operator }) => {
    await expect(operator.getByText("The site's name, shown in the header and on reports.")).toBeVisible();
  });

  const faults: readonly [key: string, value: string, fault: string][] = [
    ["siteName", "", "Must be 1 to 60 characters"],
    ["timeZone", "Mars/Olympus", "Must be a time zone such as Asia/Kolkata"],
    ["retentionDays", "0", "Must be a whole number from 1 to 3650"],
    ["retentionDays", "1.5", "Must be a whole number from 1 to 3650"],
    ["healthProbeSeconds", "", "Must be a whole number from 1 to 3600"],
    ["cloudUrl", "nowhere", "Must be a full address such as https://cloud.example"],
  ];
  test("CFG-6 each says what is wrong with a value", async ({ operator }) => {
    for (const [key, value, fault] of faults) {
      await test.step(`${key} refuses "${value}" with "${fault}"`, async () => {
        await valueField(operator, key).fill(value);
        await saveOf(operator, key).click();
        await expect(valueField(operator, key)).toHaveAccessibleDescription(fault);
      });
    }
  });

  test("CFG-6 a new site name stands in the header at once", async ({ operator }) => {
    await valueField(operator, "siteName").fill("Harbour Garage");
    await saveOf(operator, "siteName").click();
    await expect(operator.getByRole("banner").getByText("Harbour Garage")).toBeVisible();
  });

  test("CFG-6 a colleague sees the new site name without a reload", async ({ operator, colleague }) => {
    await colleague.goto("/settings");
    await expect(colleague.getByText("Connected")).toBeVisible();
    await valueField(operator, "siteName").fill("Harbour Garage");
    await saveOf(operator, "siteName").click();
    await expect(colleague.getByRole("banner").getByText("Harbour Garage")).toBeVisible();
  });

  test("CFG-6 the header names a time zone that is not the browser's", async ({ operator }) => {
    await valueField(operator, "timeZone").fill("Asia/Kolkata");
    await saveOf(operator, "timeZone").click();
    await expect(operator.getByText("Times in Asia/Kolkata")).toBeVisible();
  });

  test("CFG-6 the cloud address can be emptied again", async ({ site, operator }) => {
    await valueField(operator, "cloudUrl").fill("https://cloud.example");
    await saveOf(operator, "cloudUrl").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    await banner(operator, "Successfully updated config").getByRole("button", { name: "Dismiss" }).click();
    await valueField(operator, "cloudUrl").fill("");
    await saveOf(operator, "cloudUrl").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await stored(site, "cloudUrl")).toEqual({ dataType: "STRING", value: "" });
  });
});

test.describe("CFG-4 messages and conflicts", () => {
  test.beforeEach(async ({ site, operator }) => {
    await add(site, "phone", "STRING", "123");
    await operator.goto("/configurations");
    await expect(valueField(operator, "phone")).toBeVisible();
  });

  test("CFG-4 delete asks first and then says Successfully deleted config", async ({ operator }) => {
    await deleteOf(operator, "phone").click();
    await expect(operator.getByText("Are you sure you want to delete: phone")).toBeVisible();
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(banner(operator, "Successfully deleted config")).toBeVisible();
    await expect(valueField(operator, "phone")).toBeHidden();
  });

  test("CFG-4 an update says Successfully updated config", async ({ site, operator }) => {
    await valueField(operator, "phone").fill("456");
    await saveOf(operator, "phone").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await stored(site, "phone")).toEqual({ dataType: "STRING", value: "456" });
  });

  test("CFG-4 a failed update says Failed to update config", async ({ operator }) => {
    await operator.route(configsCall, (route) => route.fulfill({ status: 500, body: "" }));
    await valueField(operator, "phone").fill("456");
    await saveOf(operator, "phone").click();
    await expect(banner(operator, "Failed to update config")).toBeVisible();
  });

  test("CFG-4 what was typed is still there after a failure", async ({ operator }) => {
    await operator.route(configsCall, (route) => route.fulfill({ status: 500, body: "" }));
    await valueField(operator, "phone").fill("456");
    await saveOf(operator, "phone").click();
    await expect(banner(operator, "Failed to update config")).toBeVisible();
    await expect(valueField(operator, "phone")).toHaveValue("456");
  });

  test("CFG-4 a failed delete says Failed to delete config", async ({ operator }) => {
    await operator.route(configsCall, (route) => route.fulfill({ status: 500, body: "" }));
    await deleteOf(operator, "phone").click();
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(banner(operator, "Failed to delete config")).toBeVisible();
  });

  test("CFG-4 a failed add says Failed to save config", async ({ operator }) => {
    await operator.route("**/api/configs", (route) => route.fulfill({ status: 500, body: "" }));
    await addByHand(operator, "another", "1");
    await expect(banner(operator, "Failed to save config")).toBeVisible();
  });

  test("CFG-4 a colleague's save appears in a row that nobody edits", async ({ operator, colleague }) => {
    await expect(operator.getByText("Connected")).toBeVisible();
    await colleague.goto("/configurations");
    await valueField(colleague, "phone").fill("999");
    await saveOf(colleague, "phone").click();
    await expect(valueField(operator, "phone")).toHaveValue("999");
  });

  test.describe("CFG-4 two people edit one row", () => {
    test.beforeEach(async ({ operator, colleague }) => {
      await valueField(operator, "phone").fill("mine");
      await colleague.goto("/configurations");
      await valueField(colleague, "phone").fill("theirs");
      await saveOf(colleague, "phone").click();
      await expect(banner(colleague, "Successfully updated config")).toBeVisible();
      await saveOf(operator, "phone").click();
    });

    test("CFG-4 the second save is told what the first one stored", async ({ operator }) => {
      await expect(dialog(operator, "Changed by someone else")).toContainText("theirs");
    });

    test("CFG-4 nothing is overwritten unasked", async ({ site, operator }) => {
      await expect(dialog(operator, "Changed by someone else")).toBeVisible();
      expect(await stored(site, "phone")).toEqual({ dataType: "STRING", value: "theirs" });
    });

    test("CFG-4 Reload takes theirs", async ({ operator }) => {
      await operator.getByRole("button", { name: "Reload" }).click();
      await expect(valueField(operator, "phone")).toHaveValue("theirs");
    });

    test("CFG-4 Overwrite stores mine", async ({ site, operator }) => {
      await operator.getByRole("button", { name: "Overwrite" }).click();
      await expect(banner(operator, "Successfully updated config")).toBeVisible();
      expect(await stored(site, "phone")).toEqual({ dataType: "STRING", value: "mine" });
    });

    test("CFG-4 Escape keeps what was typed", async ({ operator }) => {
      await expect(dialog(operator, "Changed by someone else")).toBeVisible();
      await operator.keyboard.press("Escape");
      await expect(dialog(operator, "Changed by someone else")).toBeHidden();
      await expect(valueField(operator, "phone")).toHaveValue("mine");
    });
  });

  test("CFG-4 a row that a colleague deleted meanwhile cannot be saved", async ({ operator, colleague }) => {
    await operator.route("**/api/live", (route) => route.abort());
    await operator.reload();
    await valueField(operator, "phone").fill("456");
    await colleague.goto("/configurations");
    await deleteOf(colleague, "phone").click();
    await colleague.getByRole("button", { name: "Yes" }).click();
    await expect(banner(colleague, "Successfully deleted config")).toBeVisible();
    await saveOf(operator, "phone").click();
    await expect(banner(operator, "This record does not exist, or was deleted meanwhile")).toBeVisible();
  });
});

test.describe("CFG-5 vehicle types", () => {
  const choice = (page: Page) => page.getByRole("combobox", { name: "Vehicle types" });
  const update = (page: Page) => page.getByRole("button", { name: "Update" });
  test.beforeEach(async ({ site, operator }) => {
    await site.switchOn("RFID_ACCESS_CONTROL");
    await site.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: ["CAR", "TRUCK"] } });
    await operator.goto("/access-control");
    await expect(choice(operator)).toBeVisible();
  });

  test("CFG-5 Update is disabled until the selection differs", async ({ operator }) => {
    await expect(update(operator)).toBeDisabled();
  });

  test("CFG-5 Update is enabled by another type", async ({ operator }) => {
    await choice(operator).click();
    await operator.getByRole("option", { name: "Cycle" }).click();
    await expect(update(operator)).toBeEnabled();
  });

  test("CFG-5 Update is disabled again when the selection is the old one", async ({ operator }) => {
    await choice(operator).click();
    await operator.getByRole("option", { name: "Cycle" }).click();
    await operator.getByRole("option", { name: "Cycle" }).click();
    await expect(update(operator)).toBeDisabled();
  });

  test("CFG-5 Update stores the selection", async ({ site, operator }) => {
    await choice(operator).click();
    await operator.getByRole("option", { name: "Truck" }).click();
    await operator.getByRole("option", { name: "Cycle" }).click();
    await operator.keyboard.press("Escape");
    await update(operator).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    const { vehicleTypes } = await site.call("GET /configs/rfid-ac/vehicle-types", {});
    expect(vehicleTypes.toSorted()).toEqual(["CAR", "CYCLE"]);
  });

  test("CFG-5 a failure says Failed to update.", async ({ operator }) => {
    await operator.route("**/api/configs/rfid-ac/vehicle-types", (route) => route.fulfill({ status: 500, body: "" }));
    await choice(operator).click();
    await operator.getByRole("option", { name: "Cycle" }).click();
    await operator.keyboard.press("Escape");
    await update(operator).click();
    await expect(banner(operator, "Failed to update.")).toBeVisible();
  });

  test("CFG-5 a colleague's choice appears without a reload", async ({ site, operator }) => {
    await expect(operator.getByText("Connected")).toBeVisible();
    await site.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: ["CYCLE"] } });
    // A chosen type is in its pill and in the list of options, any other only in the list.
    const card = operator.getByRole("region", { name: "Vehicle Types" });
    await expect(card.getByText("Car", { exact: true })).toHaveCount(1);
  });
});
