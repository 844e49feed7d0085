import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { describe, expect, it } from "vitest";
import { relayDrivers } from "../../src/relays/registry.ts";
import { signDrivers } from "../../src/signs/registry.ts";

describe("the drivers that forms suggest", () => {
  it("WIRE-5 every relay driver is among them, and each of them exists", () => {
    expect(Object.keys(relayDrivers).toSorted()).toEqual([...hardwareDrivers.relay].toSorted());
  });

  it("WIRE-5 every sign driver is among them", () => {
    expect(hardwareDrivers.sign).toEqual(expect.arrayContaining(Object.keys(signDrivers)));
  });
});

describe.each(Object.entries(relayDrivers))("%s", (_, driver) => {
  it("ENG-1 can close, hold and let go a relay, and nothing else: there is no command that brings an arm down", () => {
    expect(Object.keys(driver).toSorted()).toEqual(["close", "hold", "release", "timesPulses"]);
  });
});
