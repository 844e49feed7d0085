import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { describe, expect, it } from "vitest";
import { findDriver } from "../../src/find-driver.ts";
import { loopDrivers } from "../../src/loops/registry.ts";
import { readerDrivers } from "../../src/readers/registry.ts";
import { relayDrivers } from "../../src/relays/registry.ts";
import { signDrivers } from "../../src/signs/registry.ts";

describe("the drivers that forms suggest", () => {
  it("WIRE-5 are exactly the relay drivers", () => {
    expect(Object.keys(relayDrivers).toSorted()).toEqual([...hardwareDrivers.relay].toSorted());
  });

  it("WIRE-5 LIVE-3 are exactly the loop drivers", () => {
    expect(Object.keys(loopDrivers).toSorted()).toEqual([...hardwareDrivers.loop].toSorted());
  });

  it("WIRE-5 are exactly the sign drivers", () => {
    expect(Object.keys(signDrivers).toSorted()).toEqual([...hardwareDrivers.sign].toSorted());
  });

  it("LIVE-2 are exactly the reader drivers", () => {
    expect(Object.keys(readerDrivers).toSorted()).toEqual([...hardwareDrivers.reader].toSorted());
  });
});

describe("a driver name from a form", () => {
  it.each(hardwareDrivers.relay)("finds the driver %s", (name) => {
    expect(findDriver(relayDrivers, name)).toBe(relayDrivers[name]);
  });

  it.each(["other", "", "constructor", "toString", "__proto__"])("WIRE-5 finds no driver for %j", (name) => {
    expect(findDriver(relayDrivers, name)).toBeUndefined();
    expect(findDriver(signDrivers, name)).toBeUndefined();
    expect(findDriver(readerDrivers, name)).toBeUndefined();
  });
});

describe.each(Object.entries(relayDrivers))("%s", (_, driver) => {
  it("ENG-1 can only close, hold, release and check a relay: no command lowers a barrier", () => {
    const { checkStatus: _, ...commands } = driver;
    expect(Object.keys(commands).toSorted()).toEqual(["close", "hold", "release", "timesPulses"]);
  });
});
