import { describe, expect, it } from "vitest";
import { host } from "../src/fields/address.ts";

describe("the address of a device", () => {
  it.each([
    "127.0.0.1",
    " 127.0.0.1 ",
    "::1",
    "::",
    "fd00::12",
    "gate-2",
    "gate.local",
    "2.north.example",
    "0177.0.0.1",
  ])("BARRIER-2 %o is accepted", (text) => {
    expect(host.safeParse(text)).toEqual({ success: true, data: text.trim() });
  });

  it.each(["256.1.1.1", "127.0.0.1.2", "127.0.0.999", "http://gate", "gate/1", "user@gate", "-gate"])(
    "BARRIER-2 %o is refused",
    (text) => {
      expect(host.safeParse(text).error?.issues).toMatchObject([{ message: "Must be an IP address or a host name" }]);
    },
  );

  it("BARRIER-2 an empty address is required, not wrong", () => {
    expect(host.safeParse(" ").error?.issues[0]).toMatchObject({ message: "Required" });
  });
});
