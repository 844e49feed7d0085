import { describe, expect, it } from "vitest";
import { contactsError, toContacts } from "../src/fields/contacts.ts";
import { openReasonsError, toOpenReasons } from "../src/fields/reason.ts";

describe("the lists of the gate station", () => {
  it("OPS-3 reasons are separated by commas", () => {
    expect(toOpenReasons(" Delivery, , Fire brigade ")).toEqual(["Delivery", "Fire brigade"]);
    expect(openReasonsError("Delivery, Fire brigade")).toBeUndefined();
    expect(openReasonsError("1,2,3,4,5,6,7,8,9,10")).toBe("At most 9 reasons");
    expect(openReasonsError("x".repeat(61))).toBe("At most 60 characters each");
  });

  it("OPS-3 contacts are names with phone numbers", () => {
    expect(toContacts("Reception: +49 (30) 12-34, Tower 7: 402")).toEqual([
      { name: "Reception", phone: "+49 (30) 12-34" },
      { name: "Tower 7", phone: "402" },
    ]);
    expect(contactsError("")).toBeUndefined();
    expect(contactsError("Reception")).toBe('"Reception" must be a name and a phone number');
  });
});
