import type { ConfigValue, DataType } from "@gatehouse/contract/entities/config-value";
import {
  addConfig,
  addInForm,
  deleteButton,
  dismissBanner,
  newConfig,
  saveButton,
  storedConfig,
  typeSelect,
  valueField,
  valueSwitch,
} from "@gatehouse/e2e/configs";
import { answerConfirmation, banner, dialog, field, menu, unsavedQuestion } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

test.beforeEach(({ site }) => site.unique("POST /configs", "key", "This key already exists in this scope"));

test.describe("CFG-2 rows", () => {
  test("CFG-2 a row has key, data type and value", async ({ site, operator }) => {
    await addConfig(site, "queueLimit", "NUMBER", 40);
    await operator.goto("/configurations");
    await expect(field(operator, "Key of queueLimit")).toHaveValue("queueLimit");
    await expect(typeSelect(operator, "queueLimit")).toHaveValue("NUMBER");
    await expect(valueField(operator, "queueLimit")).toHaveValue("40");
    await expect(typeSelect(operator, newConfig).getByRole("option")).toHaveText(["STRING", "BOOLEAN", "NUMBER"]);
  });

  test("CFG-2 leaving the page with unsaved edits asks first", async ({ site, operator }) => {
    await addConfig(site, "queueLimit", "NUMBER", 40);
    await operator.goto("/configurations");
    await valueField(operator, "queueLimit").fill("41");
    await field(operator, `Key of ${newConfig}`).fill("another");
    await menu(operator).getByRole("link", { name: "Settings" }).click();
    await answerConfirmation(operator, unsavedQuestion, "No");
    await expect(operator).toHaveURL("/configurations");
    await expect(valueField(operator, "queueLimit")).toHaveValue("41");
    // Two edited rows ask once.
    await menu(operator).getByRole("link", { name: "Settings" }).click();
    await answerConfirmation(operator, unsavedQuestion, "Yes");
    await expect(operator).toHaveURL("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    await operator.goBack();
    await answerConfirmation(operator, unsavedQuestion, "No");
    await operator.getByRole("button", { name: "Discard" }).click();
    await menu(operator).getByRole("link", { name: "Global Configurations" }).click();
    await expect(valueField(operator, "queueLimit")).toHaveValue("40");
  });

  test("CFG-2 Back can be pressed again while its question is open", async ({ site, operator }) => {
    await addConfig(site, "queueLimit", "NUMBER", 40);
    await operator.goto("/overview");
    await menu(operator).getByRole("link", { name: "Settings" }).click();
    await menu(operator).getByRole("link", { name: "Global Configurations" }).click();
    await valueField(operator, "queueLimit").fill("41");
    const goBack = () => operator.evaluate(() => history.back());
    const asked = dialog(operator, "Please confirm");
    await goBack();
    await expect(asked).toBeVisible();
    await goBack();
    await expect(operator).toHaveURL("/overview");
    await answerConfirmation(operator, unsavedQuestion, "No");
    await expect(operator).toHaveURL("/configurations");
    await expect(valueField(operator, "queueLimit")).toHaveValue("41");
    await goBack();
    await answerConfirmation(operator, unsavedQuestion, "Yes");
    await expect(operator).toHaveURL("/settings");
    await expect(operator.getByRole("switch", { name: "Reporting" })).toBeVisible();
  });

  const typed: readonly [type: DataType, value: string, stored: ConfigValue][] = [
    ["STRING", "5", "5"],
    ["NUMBER", "5.5", 5.5],
    ["NUMBER", "-3", -3],
  ];
  test("CFG-2 input is stored with its type, and the new row is cleared", async ({ site, operator }) => {
    await operator.goto("/configurations");
    for (const [row, [type, value, kept]] of typed.entries()) {
      await test.step(`a ${type} typed as "${value}" is stored as ${JSON.stringify(kept)}`, async () => {
        await typeSelect(operator, newConfig).selectOption(type);
        await addInForm(operator, `typed${row}`, value);
        await expect(valueField(operator, `typed${row}`)).toBeVisible();
        await expect(field(operator, `Key of ${newConfig}`)).toHaveValue("");
        await expect(field(operator, `Value of ${newConfig}`)).toHaveValue("");
        expect(await storedConfig(site, `typed${row}`)).toEqual({ dataType: type, value: kept });
      });
    }
  });

  test("CFG-2 a BOOLEAN is a switch; Enter saves a row", async ({ site, operator }) => {
    await operator.goto("/configurations");
    await field(operator, `Key of ${newConfig}`).fill("isOpen");
    await typeSelect(operator, newConfig).selectOption("BOOLEAN");
    await valueSwitch(operator, newConfig).press("Space");
    await saveButton(operator, newConfig).click();
    await expect(banner(operator, "Successfully saved config")).toBeVisible();
    expect(await storedConfig(site, "isOpen")).toEqual({ dataType: "BOOLEAN", value: true });
    await typeSelect(operator, newConfig).selectOption("STRING");
    await field(operator, `Key of ${newConfig}`).fill("entered");
    await field(operator, `Value of ${newConfig}`).fill("yes");
    await field(operator, `Value of ${newConfig}`).press("Enter");
    await expect(valueField(operator, "entered")).toHaveValue("yes");
  });

  const rejected: readonly [type: DataType, key: string, value: string, at: string, why: string | RegExp][] = [
    ["STRING", "key", "", "Value", "Required"],
    ["STRING", "", "value", "Key", "Required"],
    ["STRING", "key", "   ", "Value", "Required"],
    ["STRING", "   ", "value", "Key", "Required"],
    ["NUMBER", "typed", "many", "Value", "Must be a number"],
    ["STRING", "taken", "y", "Key", /already exists in this scope/],
  ];
  test("CFG-2 an invalid field shows its error and gets the focus", async ({ site, operator }) => {
    await addConfig(site, "taken", "STRING", "x");
    await operator.goto("/configurations");
    for (const [type, key, value, at, why] of rejected) {
      await test.step(`${type} "${key}" with value "${value}" shows ${why} at ${at}`, async () => {
        await typeSelect(operator, newConfig).selectOption(type);
        await addInForm(operator, key, value);
        await expect(field(operator, `${at} of ${newConfig}`)).toHaveAccessibleDescription(why);
        await expect(field(operator, `${at} of ${newConfig}`)).toBeFocused();
      });
    }
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
  const flags: readonly [from: DataType, before: ConfigValue][] = [
    ["STRING", "true"],
    ["NUMBER", 1],
  ];
  test("CFG-3 changing the type converts the value", async ({ site, operator }) => {
    for (const [row, [from, before]] of texts.entries()) await addConfig(site, `changing${row}`, from, before);
    for (const [row, [from, before]] of flags.entries()) await addConfig(site, `flag${row}`, from, before);
    await operator.goto("/configurations");
    for (const [row, [from, before, to, after]] of texts.entries()) {
      await test.step(`${from} ${before} becomes ${to} "${after}"`, async () => {
        await typeSelect(operator, `changing${row}`).selectOption(to);
        await expect(valueField(operator, `changing${row}`)).toHaveValue(after);
      });
    }
    for (const [row, [from, before]] of flags.entries()) {
      await test.step(`${from} ${before} becomes BOOLEAN false`, async () => {
        await typeSelect(operator, `flag${row}`).selectOption("BOOLEAN");
        await expect(valueSwitch(operator, `flag${row}`)).not.toBeChecked();
      });
    }
    await saveButton(operator, "changing0").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await storedConfig(site, "changing0")).toEqual({ dataType: "NUMBER", value: 12 });
  });
});

test.describe("CFG-3 Save", () => {
  test.beforeEach(async ({ site, operator }) => {
    await addConfig(site, "phone", "STRING", "123");
    await operator.goto("/configurations");
    await expect(valueField(operator, "phone")).toBeVisible();
  });

  test("CFG-3 is enabled only while value, key or type differ from what is stored", async ({ operator }) => {
    await expect(saveButton(operator, "phone")).toBeDisabled();
    await expect(saveButton(operator, newConfig)).toBeDisabled();
    await valueField(operator, "phone").fill("456");
    await expect(saveButton(operator, "phone")).toBeEnabled();
    await valueField(operator, "phone").fill("123");
    await expect(saveButton(operator, "phone")).toBeDisabled();
    await field(operator, "Key of phone").fill("telephone");
    await expect(saveButton(operator, "phone")).toBeEnabled();
    await field(operator, "Key of phone").fill("phone");
    await expect(saveButton(operator, "phone")).toBeDisabled();
    await typeSelect(operator, "phone").selectOption("NUMBER");
    await expect(saveButton(operator, "phone")).toBeEnabled();
    await saveButton(operator, "phone").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    await expect(saveButton(operator, "phone")).toBeDisabled();
  });

  test("CFG-3 CFG-4 stores a changed key under the same configuration", async ({ site, operator }) => {
    await field(operator, "Key of phone").fill("telephone");
    await saveButton(operator, "phone").click();
    await expect(valueField(operator, "telephone")).toHaveValue("123");
    expect(await storedConfig(site, "phone")).toEqual({ dataType: undefined, value: undefined });
  });
});

test.describe("CFG-3 CFG-6 required configurations", () => {
  const keys = ["siteName", "timeZone", "retentionDays", "healthProbeSeconds", "cloudUrl"];
  const errors: readonly [key: string, value: string, fault: string][] = [
    ["siteName", "", "Must be 1 to 60 characters"],
    ["timeZone", "Mars/Olympus", "Must be a time zone such as Asia/Kolkata"],
    ["retentionDays", "0", "Must be a whole number from 1 to 3650"],
    ["retentionDays", "1.5", "Must be a whole number from 1 to 3650"],
    ["healthProbeSeconds", "", "Must be a whole number from 1 to 3600"],
    ["cloudUrl", "nowhere", "Must be a full URL such as https://cloud.example"],
  ];
  test.beforeEach(async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(valueField(operator, "siteName")).toBeVisible();
  });

  test("CFG-3 CFG-6 each has a locked key and type, no delete button, and validates its value", async ({
    operator,
  }) => {
    await expect(operator.getByText("The site's name, shown in the header and on reports.")).toBeVisible();
    for (const key of keys) {
      await test.step(key, async () => {
        await expect(valueField(operator, key)).toBeVisible();
        await expect(field(operator, `Key of ${key}`)).toBeHidden();
        await expect(typeSelect(operator, key)).toBeHidden();
        await expect(deleteButton(operator, key)).toBeHidden();
      });
    }
    for (const [key, value, error] of errors) {
      await test.step(`${key} refuses "${value}" with "${error}"`, async () => {
        await valueField(operator, key).fill(value);
        await saveButton(operator, key).click();
        await expect(valueField(operator, key)).toHaveAccessibleDescription(error);
      });
    }
  });

  test("CFG-6 the header shows a time zone that differs from the browser's; the cloud URL can be cleared", async ({
    site,
    operator,
  }) => {
    await valueField(operator, "timeZone").fill("Asia/Kolkata");
    await saveButton(operator, "timeZone").click();
    await expect(operator.getByText("Times in Asia/Kolkata")).toBeVisible();
    await dismissBanner(operator, "Successfully updated config");
    await valueField(operator, "cloudUrl").fill("http://127.0.0.1:9/cloud");
    await saveButton(operator, "cloudUrl").click();
    await dismissBanner(operator, "Successfully updated config");
    await valueField(operator, "cloudUrl").fill("");
    await saveButton(operator, "cloudUrl").click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await storedConfig(site, "cloudUrl")).toEqual({ dataType: "STRING", value: "" });
  });
});
